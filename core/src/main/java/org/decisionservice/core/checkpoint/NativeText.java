// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongFunction;

/**
 * One tokenizer of the Hugging Face tokenizers library. Only what is needed is fetched from the native side: the
 * library's own result object also holds texts, masks and a span object for each token, which takes twice the time.
 *
 * <p>The library takes up to 600 bytes and 3 µs for each character, so the caller decides how much of a text it gets.
 */
final class NativeText implements AutoCloseable {
    private final HuggingFaceTokenizer tokenizer;

    /** Encoding takes the read lock; closing, which frees the native tokenizer, takes the write lock. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    NativeText(HuggingFaceTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    long[] ids(String text) {
        return encoded(text, TokenizersLibrary.LIB::getTokenIds);
    }

    /** The tokens of {@code text} with their places. */
    Encoding withOffsets(String text) {
        return encoded(text, NativeText::withOffsets);
    }

    private static Encoding withOffsets(long encoding) {
        int[] ids = NativeTokenizer.first(Integer.MAX_VALUE, TokenizersLibrary.LIB.getTokenIds(encoding));
        CharSpan[] spans = TokenizersLibrary.LIB.getTokenCharSpans(encoding);
        int[] starts = new int[spans.length];
        int[] ends = new int[spans.length];
        for (int i = 0; i < spans.length; i++) {
            starts[i] = spans[i].getStart();
            ends[i] = spans[i].getEnd();
        }
        return new Encoding(ids, starts, ends);
    }

    /** What {@code read} takes from the native encoding of {@code text}, which is freed afterwards. */
    private <T> T encoded(String text, LongFunction<T> read) {
        Lock reading = lock.readLock();
        reading.lock();
        try {
            long encoding = TokenizersLibrary.LIB.encode(tokenizer.getHandle(), text, false);
            try {
                return read.apply(encoding);
            } finally {
                TokenizersLibrary.LIB.deleteEncoding(encoding);
            }
        } finally {
            reading.unlock();
        }
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
