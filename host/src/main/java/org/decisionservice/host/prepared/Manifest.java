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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.decisionservice.core.checkpoint.RegularFile;

/**
 * The file that makes a folder a prepared checkpoint; it is written last. Its checksums find what a disk or a killed
 * process has done. They do not protect from somebody who may write there.
 *
 * @param identity the parts of the {@link Identity}
 * @param about what was found out, in the words of whoever keeps it
 * @param files by name, what {@link #sum} says of each
 */
record Manifest(
        SequencedMap<String, String> identity, SequencedMap<String, String> about, SequencedMap<String, String> files) {
    private static final String NAME = "manifest.json";
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
            sums.put(String.valueOf(file.getFileName()), sum(file));
            PreparedStore.permit(file, "r--r--r--");
        }
        return new Manifest(identity.parts(), new LinkedHashMap<>(about), sums);
    }

    /** @throws IOException if there is none, or if a byte of it has changed */
    static Manifest read(Path folder) throws IOException {
        try {
            byte[] content = RegularFile.bytes(folder.resolve(NAME), LARGEST);
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

    /** Size and checksum of a file. */
    static String sum(Path file) throws IOException {
        CRC32C sum = new CRC32C();
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
        try (FileChannel channel = FileChannel.open(file)) {
            while (channel.read(chunk) >= 0) {
                sum.update(chunk.flip());
                chunk.clear();
            }
            return size(channel.size()) + " crc32c " + Long.toHexString(sum.getValue());
        }
    }

    /** What {@link #sum} begins with for a file of so many bytes. */
    static String size(long bytes) {
        return bytes + " bytes,";
    }
}
