// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.prepared;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.engine.spi.ModelWeights;

/**
 * The SHA-256 of weights. Each file is read only once, as long as its attributes stay as they are; otherwise every load
 * and every start would read gigabytes. For any thread.
 */
public final class WeightsDigests {
    private static final System.Logger LOG = System.getLogger(WeightsDigests.class.getName());

    /** A file that was changed a moment ago may be changed again without another date. */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    private static final int LARGEST_RECORD = 16 << 10;

    private final Optional<Path> directory;
    private final BooleanSupplier own;
    private final Map<Path, Known> known = new HashMap<>();

    /** A file whose stamp is unchanged is assumed to hold the same bytes. */
    private record Known(FileStamp looks, CompletableFuture<String> digest) {
        boolean stillHolds(FileStamp now) {
            return looks.equals(now) && !digest.isCompletedExceptionally();
        }
    }

    private WeightsDigests(Optional<Path> directory, BooleanSupplier own) {
        this.directory = directory;
        this.own = own;
    }

    /** Known to this process only. */
    public static WeightsDigests ofProcess() {
        return new WeightsDigests(Optional.empty(), () -> false);
    }

    /**
     * Kept in a directory, too, if that is there or can be made.
     *
     * @param own whether nobody else may write it now
     */
    static WeightsDigests keptIn(Path directory, BooleanSupplier own) {
        return new WeightsDigests(Optional.of(directory), own);
    }

    /**
     * The digest of weights in 64 hex digits, read on a thread of its own so that the engine can build the model
     * meanwhile. Fails with an {@link UncheckedIOException} if a file cannot be read.
     */
    public synchronized CompletableFuture<String> of(ModelWeights weights) {
        FileStamp now;
        try {
            now = FileStamp.of(weights.files());
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new UncheckedIOException(e));
        }
        Known before = known.get(weights.file());
        if (before != null && before.stillHolds(now)) {
            return before.digest();
        }
        CompletableFuture<String> digest = new CompletableFuture<>();
        known.put(weights.file(), new Known(now, digest));
        Thread.ofPlatform().daemon().name("weights-digest").start(() -> {
            try {
                digest.complete(WeightsDigest.sha256(weights, this::recorded));
            } catch (RuntimeException e) {
                digest.completeExceptionally(e);
            }
        });
        return digest;
    }

    private String recorded(Path file) {
        try {
            return directory.isEmpty() || !own.getAsBoolean()
                    ? WeightsDigest.sha256(file)
                    : recorded(file, directory.get());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String recorded(Path weights, Path directory) throws IOException {
        String looks = looks(weights);
        Path record = directory.resolve(name(weights));
        try {
            String[] lines =
                    new String(RegularFile.bytes(record, LARGEST_RECORD), StandardCharsets.UTF_8).split("\n", 3);
            if (lines.length == 3 && lines[0].equals(looks) && lines[2].strip().equals(sum(lines[0] + lines[1]))) {
                return lines[1];
            }
        } catch (IOException _) {
            // Nothing is recorded, or nothing that can be read.
        }
        String digest = WeightsDigest.sha256(weights);
        if (!looks.isEmpty() && looks.equals(looks(weights))) {
            record(record, looks, digest);
        }
        return digest;
    }

    /**
     * What tells a file from every other one, and from itself after any change: the system sets the time of a change
     * itself. Empty if the system has no such time, or if it is so recent that another change could have the same.
     */
    private static String looks(Path weights) throws IOException {
        FileStamp stamp = FileStamp.of(weights);
        Instant changed;
        try {
            changed = Instant.parse(Files.getAttribute(weights, "unix:ctime").toString());
        } catch (UnsupportedOperationException | IllegalArgumentException _) {
            return "";
        }
        return changed.isAfter(Instant.now().minus(SETTLED))
                ? ""
                : String.join(
                        " ",
                        weights.toRealPath().toString().replace("\n", "?"),
                        Long.toString(stamp.size()),
                        stamp.modified().toString(),
                        changed.toString(),
                        stamp.key().toString());
    }

    private static void record(Path record, String looks, String digest) {
        try {
            Path folder = record.resolveSibling("");
            Files.createDirectories(folder);
            Path beside = Files.createTempFile(folder, "digest", ".new");
            Files.writeString(beside, looks + "\n" + digest + "\n" + sum(looks + digest) + "\n");
            Files.move(beside, record, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.log(DEBUG, "the digest of weights is not kept: {0}", RootCause.of(e));
        }
    }

    private static String name(Path weights) throws IOException {
        return sum(weights.toRealPath().toString());
    }

    static String sum(String text) {
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }
}
