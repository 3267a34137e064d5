// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.Test;

/** What other users may write, or what nothing vouches for, is not used, and the answers are right. */
class PreparedTrustTest extends PreparedStarts {
    private static final String PASSED_OVER = "no prepared checkpoint is used or kept";

    private static void openToAll(Path path) throws IOException {
        Files.setAttribute(path, "unix:mode", (int) Files.getAttribute(path, "unix:mode") | 0002);
    }

    private void judgedWithout(PreparedStore.Settings settings, String line, String reason) {
        try (LogLines lines = new LogLines()) {
            assertThat(start(checkpoint, settings, TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with(line)).singleElement().asString().contains(reason);
            assertThat(lines.with("judging int8")).hasSize(1);
        }
    }

    private PreparedStore.Settings settings() {
        return new PreparedStore.Settings(store, MUCH);
    }

    private PreparedStore.Settings vouched(String... digests) {
        return new PreparedStore.Settings(store, MUCH, Optional.of(Set.of(digests)));
    }

    @Test
    void aStoreThatOthersMayWriteIsPassedOver() throws Exception {
        openToAll(store);
        Object made = Files.getLastModifiedTime(folder());
        String reason = store.toRealPath() + " may be written by every user";
        judgedWithout(settings(), PASSED_OVER, reason);
        assertThat(folders()).hasSize(1);
        assertThat(Files.getLastModifiedTime(folder())).isEqualTo(made);
    }

    @Test
    void soIsOneInAFolderThatOthersMayWrite() throws Exception {
        openToAll(directory);
        judgedWithout(settings(), PASSED_OVER, directory.toRealPath() + " may be written by every user");
    }

    @Test
    void whatOthersMayWriteWithinItIsMadeAgain() throws Exception {
        for (String within : new String[] {"", "manifest.json", "files/weights.bin"}) {
            openToAll(folder().resolve(within));
            judgedWithout(settings(), NOT_USED, "may be written by every user");
            opened();
        }
    }

    /** Otherwise whoever wrote it would choose the checkpoint that weights pass for. */
    @Test
    void aDigestThatOthersMayHaveRecordedIsNotRelied() throws Exception {
        Path records = store.resolve("digests");
        List<Path> all;
        try (Stream<Path> files = Files.list(records)) {
            all = files.toList();
        }
        assertThat(all).isNotEmpty();
        for (Path record : all) {
            Files.writeString(record, "");
        }
        openToAll(records);
        opened();
        assertThat(all).allSatisfy(record -> assertThat(record).isEmptyFile());
    }

    @Test
    void whereDigestsAreNamedOnlyWhatHasOneIsUsed() throws Exception {
        Path manifest = folder().resolve("manifest.json");
        String content = Files.readString(manifest);
        String digest = WeightsDigest.sha256(manifest);
        judgedWithout(
                vouched(),
                NOT_USED,
                "SERVICE_SHA256_DIGESTS is set and does not name its manifest.json, whose SHA-256 is " + digest);
        assertThat(manifest).hasContent(content);
        try (LogLines lines = new LogLines()) {
            assertThat(start(checkpoint, vouched(digest), TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with("is opened from")).hasSize(1);
        }
    }

    /** Sums over a file can be kept as they are by whoever changes it. */
    @Test
    void weightsOfTheSameSumAreFoundByTheirDigest() throws Exception {
        Path weights = folder().resolve("files/weights.bin");
        byte[] bytes = Files.readAllBytes(weights);
        long polynomial = 1 | (0x82F63B78L << 1);
        for (int i = 0; i < 5; i++) {
            bytes[bytes.length / 2 + i] ^= (byte) (polynomial >> (Byte.SIZE * i));
        }
        Files.delete(weights);
        Files.write(weights, bytes);
        PreparedStore.Settings any = settings();
        try (LogLines lines = new LogLines()) {
            start(checkpoint, any, TOLERANCE, onnx());
            assertThat(lines.with("is opened from")).hasSize(1);
        }
        judgedWithout(
                vouched(WeightsDigest.sha256(folder().resolve("manifest.json"))),
                NOT_USED,
                "weights.bin holds other bytes than were written");
    }

    @Test
    void whatThisProcessHasMadeIsUsedByItWithoutADigest() {
        PreparedStore.Settings fresh =
                new PreparedStore.Settings(directory.resolve("fresh"), MUCH, Optional.of(Set.of()));
        try (GatedEngine gated = gated(onnx(), TOLERANCE, fresh);
                LogLines lines = new LogLines()) {
            assertThat(gated.prepare(checkpoint, Device.CPU, Optional.of(Precision.INT8)))
                    .contains(Precision.INT8);
            gated.load(checkpoint, Device.CPU, Precision.INT8).model().close();
            assertThat(lines.with("is opened from")).hasSize(1);
            assertThat(lines.with(NOT_USED)).isEmpty();
        }
    }
}
