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
 * The Hugging Face tokenizers library behind {@link Tokenizer}. It requests only token ids from the native side: the
 * library's own result object also fetches texts, masks and a span object per token, which doubles the time.
 */
final class NativeTokenizer implements Tokenizer {
    /** Characters tried first per requested token; ordinary text needs half as many. */
    private static final long CHARACTERS_PER_TOKEN = 8;

    private final HuggingFaceTokenizer tokenizer;
    private final SpecialTokens specialTokens;
    private final boolean spaceCuts;

    /** Encoding takes the read lock; closing, which frees the native tokenizer, takes the write lock. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    /** @param spaceCuts result of {@link SpaceCuts} */
    NativeTokenizer(HuggingFaceTokenizer tokenizer, SpecialTokens specialTokens, boolean spaceCuts) {
        this.tokenizer = tokenizer;
        this.specialTokens = specialTokens;
        this.spaceCuts = spaceCuts;
    }

    @Override
    public int[] encode(String text) {
        return first(Integer.MAX_VALUE, ids(text));
    }

    /**
     * Doubles the length it tries until there are enough tokens: at most twice the work of tokenizing the whole text.
     */
    @Override
    public int[] encode(String text, int limit) {
        if (spaceCuts) {
            long enough = limit * CHARACTERS_PER_TOKEN;
            while (enough < text.length()) {
                int cut = SpaceCuts.next(text, (int) enough);
                if (cut < text.length()) {
                    long[] ids = ids(text.substring(0, cut));
                    if (ids.length >= limit) {
                        return first(limit, ids);
                    }
                }
                enough = Math.max(1, cut) * 2L;
            }
        }
        return first(limit, ids(text));
    }

    private static int[] first(int limit, long[] ids) {
        int[] tokens = new int[Math.min(ids.length, limit)];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = (int) ids[i];
        }
        return tokens;
    }

    @Override
    public TokenSpans spans(String text) {
        CharSpan[] spans = encoded(text, TokenizersLibrary.LIB::getTokenCharSpans);
        int[] starts = new int[spans.length];
        int[] ends = new int[spans.length];
        for (int i = 0; i < spans.length; i++) {
            starts[i] = spans[i].getStart();
            ends[i] = spans[i].getEnd();
        }
        return new TokenSpans(starts, ends);
    }

    private long[] ids(String text) {
        return encoded(text, TokenizersLibrary.LIB::getTokenIds);
    }

    /** What {@code read} takes from the native encoding of {@code text}, which is freed then. */
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
