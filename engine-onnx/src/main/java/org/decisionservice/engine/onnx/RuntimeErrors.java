package org.decisionservice.engine.onnx;

import static org.decisionservice.engine.spi.EngineException.Kind.BAD_MODEL;
import static org.decisionservice.engine.spi.EngineException.Kind.DEVICE_LOST;
import static org.decisionservice.engine.spi.EngineException.Kind.FAILED;
import static org.decisionservice.engine.spi.EngineException.Kind.OUT_OF_DEVICE_MEMORY;

import java.util.List;
import java.util.Locale;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineException.Kind;

/** What the runtime's messages mean: it has no typed errors for memory or devices. */
final class RuntimeErrors {
    /** A message that contains {@code text}, in lower case, is of that kind; the first match counts. */
    private record Meaning(String text, Kind kind) {}

    private static final List<Meaning> MEANINGS = List.of(
            new Meaning("out of memory", OUT_OF_DEVICE_MEMORY),
            new Meaning("failed to allocate memory", OUT_OF_DEVICE_MEMORY),
            new Meaning("bad_alloc", OUT_OF_DEVICE_MEMORY),
            new Meaning("bad allocation", OUT_OF_DEVICE_MEMORY),
            new Meaning("alloc_failed", OUT_OF_DEVICE_MEMORY),
            new Meaning("available memory of", OUT_OF_DEVICE_MEMORY),
            new Meaning("illegal memory access", DEVICE_LOST),
            new Meaning("unspecified launch failure", DEVICE_LOST),
            new Meaning("device-side assert", DEVICE_LOST),
            new Meaning("uncorrectable ecc", DEVICE_LOST),
            new Meaning("no cuda-capable device", DEVICE_LOST),
            new Meaning("devices are busy or unavailable", DEVICE_LOST),
            new Meaning("fallen off the bus", DEVICE_LOST),
            new Meaning("cuda failure 999", DEVICE_LOST),
            new Meaning("ort_invalid_graph", BAD_MODEL),
            new Meaning("ort_invalid_protobuf", BAD_MODEL),
            new Meaning("ort_no_suchfile", BAD_MODEL),
            new Meaning("external data", BAD_MODEL),
            new Meaning("external initializer", BAD_MODEL));

    private RuntimeErrors() {}

    /** The error of the fitting kind; DJL's wrapping is looked through. */
    static EngineException translate(String doing, Throwable error) {
        StringBuilder texts = new StringBuilder();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            texts.append(cause.getMessage()).append('\n');
        }
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new EngineException(kind(texts.toString()), doing + ": " + root.getMessage(), error);
    }

    private static Kind kind(String messages) {
        String text = messages.toLowerCase(Locale.ROOT);
        for (Meaning meaning : MEANINGS) {
            if (text.contains(meaning.text())) {
                return meaning.kind();
            }
        }
        return FAILED;
    }
}
