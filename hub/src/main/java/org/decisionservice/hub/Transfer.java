// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.util.OptionalLong;

/** One file that is being fetched, and its size as far as the hub has said it. */
final class Transfer {
    /** Most bytes of a file whose size nobody says: far above any tokenizer, and far below what would fill a disk. */
    static final long LARGEST_UNANNOUNCED = 64L << 20;

    private final String path;
    private volatile OptionalLong size;

    Transfer(String path, OptionalLong size) {
        this.path = path;
        this.size = size;
    }

    String path() {
        return path;
    }

    OptionalLong size() {
        return size;
    }

    /** Most bytes that the file may have. */
    long most() {
        return size.orElse(LARGEST_UNANNOUNCED);
    }

    /** The size is {@code bytes}, as the content itself says. */
    void announced(long bytes) {
        size = OptionalLong.of(bytes);
    }

    boolean isWhole(long bytes) {
        return size.isPresent() && size.getAsLong() == bytes;
    }
}
