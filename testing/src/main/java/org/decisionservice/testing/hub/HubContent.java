// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing.hub;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** One repository: its branches and tags, and the files of its commits. */
public final class HubContent {
    private final String repo;
    private final Map<String, String> refs = new ConcurrentHashMap<>();
    private final Map<String, SortedMap<String, Blob>> commits = new ConcurrentHashMap<>();

    /** A file's content and the name that the hub gives it. */
    static final class Blob {
        private final byte[] bytes;
        private final String etag;
        private final boolean large;

        Blob(byte[] bytes, String etag, boolean large) {
            this.bytes = bytes;
            this.etag = etag;
            this.large = large;
        }

        byte[] bytes() {
            return bytes;
        }

        String etag() {
            return etag;
        }

        /** Whether it is stored in the content network. */
        boolean large() {
            return large;
        }

        /** An entry of a listing. */
        String listed(String path) {
            String lfs = large
                    ? ", \"lfs\": {\"oid\": \"" + etag + "\", \"size\": " + bytes.length + ", \"pointerSize\": 134}"
                    : "";
            return "{\"type\": \"file\", \"oid\": \"" + "0".repeat(40) + "\", \"size\": " + bytes.length
                    + ", \"path\": \"" + path + "\"" + lfs + "}";
        }
    }

    public HubContent(String repo) {
        this.repo = repo;
    }

    public String repo() {
        return repo;
    }

    /** Adds the files of {@code directory}, under {@code prefix}, to {@code commit}. */
    public HubContent add(String commit, String prefix, Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String path = prefix + directory.relativize(file).toString().replace('\\', '/');
                add(commit, path, Files.readAllBytes(file));
            }
        }
        return this;
    }

    public HubContent add(String commit, String path, byte[] bytes) {
        boolean large = path.endsWith(".safetensors");
        String etag = large
                ? hex("SHA-256", bytes)
                : hex("SHA-1", ("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII), bytes);
        commits.computeIfAbsent(commit, _ -> new ConcurrentSkipListMap<>()).put(path, new Blob(bytes, etag, large));
        return this;
    }

    /** Makes a branch or tag point to {@code commit}. */
    public HubContent point(String ref, String commit) {
        refs.put(ref, commit);
        return this;
    }

    Optional<String> commit(String revision) {
        return commits.containsKey(revision) ? Optional.of(revision) : Optional.ofNullable(refs.get(revision));
    }

    SortedMap<String, Blob> files(String commit) {
        return commits.getOrDefault(commit, new TreeMap<>());
    }

    Optional<Blob> blob(String etag) {
        return commits.values().stream()
                .flatMap(files -> files.values().stream())
                .filter(blob -> blob.etag().equals(etag))
                .findFirst();
    }

    /** The etag of a file, which names its blob in a cache. */
    public String etag(String commit, String path) {
        return Optional.ofNullable(files(commit).get(path)).orElseThrow().etag();
    }

    public long size(String commit, String path) {
        return Optional.ofNullable(files(commit).get(path)).orElseThrow().bytes().length;
    }

    private static String hex(String algorithm, byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            for (byte[] part : parts) {
                digest.update(part);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
