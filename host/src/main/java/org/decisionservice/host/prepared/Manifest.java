// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.prepared;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.engine.spi.folder.Ownership;

/**
 * The file that makes a folder a prepared checkpoint; it is written last. Its checksums find what a disk or a killed
 * process has done. They protect from somebody who may write there only if the manifest's own digest is known.
 *
 * @param identity the parts of the {@link Identity}
 * @param about what was found out, in the words of whoever keeps it
 * @param files by name, what {@link #sum} says of each
 */
record Manifest(
        SequencedMap<String, String> identity, SequencedMap<String, String> about, SequencedMap<String, String> files) {
    static final String NAME = "manifest.json";
    private static final int LARGEST = 1 << 20;
    private static final int CHUNK = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The manifest of a folder of files, which can only be read from then on. */
    static Manifest of(Identity identity, SequencedMap<String, String> about, Path folder) throws IOException {
        List<Path> written;
        try (Stream<Path> files = Files.list(folder)) {
            written = files.sorted().toList();
        }
        SequencedMap<String, String> sums = new LinkedHashMap<>();
        for (Path file : written) {
            sums.put(String.valueOf(file.getFileName()), sum(file, true));
            PreparedStore.permit(file, "r--r--r--");
        }
        return new Manifest(identity.parts(), new LinkedHashMap<>(about), sums);
    }

    /**
     * Reads the manifest of a folder.
     *
     * @param trust what is relied on
     * @throws IOException if there is none, if a byte of it has changed, or if others may write it
     */
    static Manifest read(Path folder, Trust trust) throws IOException {
        Path file = folder.resolve(NAME);
        requireOwn(folder);
        requireOwn(file);
        try {
            byte[] content = RegularFile.bytes(file, LARGEST);
            String digest = WeightsDigest.sha256(content);
            if (!trust.vouchesFor(digest)) {
                throw new IOException(
                        "SERVICE_SHA256_DIGESTS is set and does not name its " + NAME + ", whose SHA-256 is " + digest);
            }
            Map<String, SequencedMap<String, String>> all = JSON.readValue(content, new TypeReference<>() {});
            Manifest read = new Manifest(part(all, "identity"), part(all, "about"), part(all, "files"));
            if (!part(all, "sum").equals(read.sum())) {
                throw new IOException("its " + NAME + " was changed");
            }
            return read;
        } catch (JsonProcessingException _) {
            throw new IOException("its " + NAME + " cannot be read");
        }
    }

    /** The SHA-256 of the manifest of a folder, in 64 hex digits. */
    static String digest(Path folder) throws IOException {
        return WeightsDigest.sha256(RegularFile.bytes(folder.resolve(NAME), LARGEST));
    }

    /** @throws IOException if others may write the file or folder */
    static void requireOwn(Path path) throws IOException {
        Optional<String> others = Ownership.othersMayWrite(path);
        if (others.isPresent()) {
            throw new IOException(others.get());
        }
    }

    private static SequencedMap<String, String> part(Map<String, SequencedMap<String, String>> all, String name) {
        return all.getOrDefault(name, new LinkedHashMap<>());
    }

    void write(Path folder) throws IOException {
        SequencedMap<String, SequencedMap<String, String>> all = new LinkedHashMap<>();
        all.put("identity", identity);
        all.put("about", about);
        all.put("files", files);
        all.put("sum", sum());
        Files.write(folder.resolve(NAME), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(all));
    }

    private SequencedMap<String, String> sum() {
        CRC32C sum = new CRC32C();
        sum.update((identity.toString() + about + files).getBytes(StandardCharsets.UTF_8));
        return new LinkedHashMap<>(Map.of("crc32c", Long.toHexString(sum.getValue())));
    }

    /** Size and checksum of a file, with its SHA-256 if {@code digested}, which takes five times as long. */
    static String sum(Path file, boolean digested) throws IOException {
        CRC32C sum = new CRC32C();
        MessageDigest digest = WeightsDigest.sha256();
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
        try (FileChannel channel = FileChannel.open(file)) {
            while (channel.read(chunk) >= 0) {
                sum.update(chunk.flip());
                if (digested) {
                    digest.update(chunk.rewind());
                }
                chunk.clear();
            }
            return size(channel.size()) + " crc32c " + Long.toHexString(sum.getValue()) + ", "
                    + (digested ? "sha256 " + HexFormat.of().formatHex(digest.digest()) : "");
        }
    }

    /** The beginning of {@link #sum} for a file of so many bytes. */
    static String size(long bytes) {
        return bytes + " bytes,";
    }
}
