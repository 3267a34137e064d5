// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Function;
import org.decisionservice.engine.spi.ModelWeights;

/** Derives a revision from the weights, for a checkpoint that has no commit. */
public final class WeightsDigest {
    private static final int HEX_DIGITS = 12;
    private static final int CHUNK_BYTES = 1 << 20;

    private WeightsDigest() {}

    /**
     * {@code sha256:} and the first 12 hex digits of the weights' SHA-256. Follows symbolic links.
     *
     * @throws UncheckedIOException if a file cannot be read
     */
    public static String revision(ModelWeights weights) {
        return revision(sha256(weights, WeightsDigest::sha256));
    }

    /** The revision of weights with this SHA-256, in hex digits. */
    public static String revision(String sha256) {
        return "sha256:" + sha256.substring(0, HEX_DIGITS);
    }

    /**
     * The SHA-256 of weights in 64 lower-case hex digits: that of their file, or of several files the SHA-256 of what
     * {@code sha256sum} prints for them.
     *
     * @param ofFile the digest of each file
     */
    public static String sha256(ModelWeights weights, Function<Path, String> ofFile) {
        if (weights.files().size() == 1) {
            return ofFile.apply(weights.files().getFirst());
        }
        StringBuilder lines = new StringBuilder();
        for (Path file : weights.files()) {
            lines.append(ofFile.apply(file))
                    .append("  ")
                    .append(file.getFileName())
                    .append('\n');
        }
        return sha256(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The file's SHA-256 in 64 lower-case hex digits. Follows symbolic links.
     *
     * @throws UncheckedIOException if the file cannot be read
     */
    public static String sha256(Path file) {
        MessageDigest digest = sha256();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        try (FileChannel channel = FileChannel.open(file)) {
            while (channel.read(chunk) >= 0) {
                digest.update(chunk.flip());
                chunk.clear();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The SHA-256 of {@code content} in the same digits. */
    public static String sha256(byte[] content) {
        return HexFormat.of().formatHex(sha256().digest(content));
    }

    /** A new SHA-256. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
