package org.decisionservice.core.checkpoint;

import ai.djl.engine.EngineException;
import ai.djl.huggingface.tokenizers.jni.LibUtils;
import ai.djl.util.Utils;
import java.util.Optional;
import org.decisionservice.engine.spi.RootCause;

/** The native library that every tokenizer needs. It is unpacked into DJL's cache where it does not lie there already. */
public final class TokenizerLibrary {
    private TokenizerLibrary() {}

    /** Loads it, once per process; says in one sentence for an operator why not where it cannot be. */
    public static Optional<String> load() {
        try {
            LibUtils.checkStatus();
            return Optional.empty();
        } catch (EngineException e) {
            return Optional.of("the tokenizers' native library cannot be unpacked into "
                    + Utils.getEngineCacheDir("tokenizers") + ": " + RootCause.of(e)
                    + "; it takes a directory that can be written to, with 20 MB of room");
        }
    }
}
