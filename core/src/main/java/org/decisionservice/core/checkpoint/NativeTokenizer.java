package org.decisionservice.core.checkpoint;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The Hugging Face tokenizers library behind {@link Tokenizer}. Asks the native side for ids alone: the library's own
 * result object also fetches texts, masks and a span object per token, which doubles the time.
 */
final class NativeTokenizer implements Tokenizer {
    private final HuggingFaceTokenizer tokenizer;
    private final SpecialTokens specialTokens;

    /** Encoding reads the native tokenizer, closing frees it. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    NativeTokenizer(HuggingFaceTokenizer tokenizer, SpecialTokens specialTokens) {
        this.tokenizer = tokenizer;
        this.specialTokens = specialTokens;
    }

    @Override
    public int[] encode(String text) {
        return encode(text, Integer.MAX_VALUE);
    }

    @Override
    public int[] encode(String text, int limit) {
        long[] ids = ids(text);
        int[] tokens = new int[Math.min(ids.length, limit)];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = (int) ids[i];
        }
        return tokens;
    }

    private long[] ids(String text) {
        Lock reading = lock.readLock();
        reading.lock();
        try {
            long encoding = TokenizersLibrary.LIB.encode(tokenizer.getHandle(), text, false);
            try {
                return TokenizersLibrary.LIB.getTokenIds(encoding);
            } finally {
                TokenizersLibrary.LIB.deleteEncoding(encoding);
            }
        } finally {
            reading.unlock();
        }
    }

    @Override
    public SpecialTokens specialTokens() {
        return specialTokens;
    }

    @Override
    public void close() {
        Lock closing = lock.writeLock();
        closing.lock();
        try {
            tokenizer.close();
        } finally {
            closing.unlock();
        }
    }
}
