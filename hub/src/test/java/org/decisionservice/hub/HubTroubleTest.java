// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.hub.HubHarness.COMMIT;
import static org.decisionservice.hub.HubHarness.ENGLISH;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.decisionservice.testing.hub.Exchange;
import org.decisionservice.testing.hub.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests interrupted connections, refusals, full disks and corrupt content. */
class HubTroubleTest {
    private static final String WEIGHTS = "model.safetensors";
    private static final Fault BUSY = new Fault.Answer(503, Map.of());

    @TempDir
    private Path dir;

    private HubHarness harness;

    @BeforeEach
    void start() throws IOException {
        harness = new HubHarness(dir.resolve("cache"));
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private Snapshot fetch() {
        return harness.hub().fetch(ENGLISH, Optional.empty());
    }

    private long weights() {
        return harness.content.size(COMMIT, WEIGHTS);
    }

    private void expectFailure(String... parts) {
        expect(false, parts);
    }

    /** A failure that may pass without anybody changing a setting. */
    private void expectFailureForNow(String... parts) {
        expect(true, parts);
    }

    private void expect(boolean mayPass, String... parts) {
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(this::fetch)
                .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"))
                .satisfies(e -> assertThat(e.mayPass()).isEqualTo(mayPass));
    }

    private long sentByTheCdn() {
        return harness.server.exchanges().stream()
                .filter(exchange -> exchange.server().equals("cdn"))
                .mapToLong(Exchange::bytes)
                .sum();
    }

    @Test
    void aCutConnectionContinuesWhereItWasCut() {
        harness.server.fail("cdn /", new Fault.Cut(300_000), new Fault.Cut(1), new Fault.Cut(200_000));
        assertThat(HubHarness.same(fetch(), "english", WEIGHTS)).isTrue();
        assertThat(harness.server.exchanges())
                .filteredOn(exchange -> exchange.server().equals("cdn"))
                .extracting(exchange -> exchange.range().orElse("whole"))
                .startsWith("whole")
                .hasSize(4)
                .allSatisfy(range -> assertThat(range).matches("whole|bytes=\\d+-"));
        // Only the bytes in transit when the connection was cut may be sent again.
        assertThat(sentByTheCdn()).isBetween(weights(), weights() + 3 * 65_536);
    }

    @Test
    void aSilentConnectionIsGivenUpAndContinued() {
        harness.server.fail("cdn /", new Fault.Stall(100_000));
        Snapshot snapshot = harness.impatient(Duration.ofSeconds(2)).fetch(ENGLISH, Optional.empty());
        assertThat(HubHarness.same(snapshot, "english", WEIGHTS)).isTrue();
        assertThat(harness.pauses).isNotEmpty();
    }

    @Test
    void aServerWithoutRangesSendsTheWholeAgain() {
        harness.server.fail("cdn /", new Fault.Cut(300_000), new Fault.NoRanges());
        assertThat(HubHarness.same(fetch(), "english", WEIGHTS)).isTrue();
    }

    @Test
    void aBeginningThatAnotherProcessLeftIsContinued() throws IOException {
        byte[] bytes = Files.readAllBytes(HubHarness.tiny().resolve("english").resolve(WEIGHTS));
        Files.createDirectories(harness.incomplete(WEIGHTS).getParent());
        Files.write(harness.incomplete(WEIGHTS), Arrays.copyOf(bytes, 1_000_000));
        assertThat(HubHarness.same(fetch(), "english", WEIGHTS)).isTrue();
        assertThat(sentByTheCdn()).isEqualTo(weights() - 1_000_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 100_000_000})
    void aBeginningThatIsWrongIsThrownAway(int length) throws IOException {
        Files.createDirectories(harness.incomplete(WEIGHTS).getParent());
        Files.write(harness.incomplete(WEIGHTS), new byte[length]);
        assertThat(HubHarness.same(fetch(), "english", WEIGHTS)).isTrue();
        assertThat(harness.incomplete(WEIGHTS)).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cdn /", "/resolve-cache/models/convaiinnovations/laya/" + COMMIT + "/encoder/config.json"})
    void bytesThatDoNotHaveTheAnnouncedDigestNeverBecomeAFile(String where) {
        harness.server.fail(where, new Fault.Corrupt(), new Fault.Corrupt(), new Fault.Corrupt(), new Fault.Corrupt());
        expectFailure(where.equals("cdn /") ? WEIGHTS : "encoder/config.json", "digest", "HF_ENDPOINT");
        assertThat(harness.repo().snapshot(ENGLISH, COMMIT)).isEmpty();
        assertThat(harness.repo().commit("main")).isEmpty();
    }

    @Test
    void bytesThatAreWrongOnceAreFetchedAgain() {
        harness.server.fail("cdn /", new Fault.Corrupt());
        assertThat(HubHarness.same(fetch(), "english", WEIGHTS)).isTrue();
    }

    @Test
    void aBusyHubIsAskedAgainAfterLongerAndLongerPauses() {
        harness.server.fail("hub /api", BUSY, BUSY, BUSY);
        fetch();
        assertThat(harness.pauses)
                .containsExactly(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void retryAfterIsHonoured() {
        harness.server.fail(
                "hub /api",
                new Fault.Answer(429, Map.of("Retry-After", "7")),
                new Fault.Answer(503, Map.of("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT")));
        fetch();
        assertThat(harness.pauses).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(1));
    }

    @Test
    void aLimitThatIsUsedUpSaysWhenThereIsMore() {
        harness.server.fail(
                "hub /api",
                new Fault.Answer(
                        429, Map.of("RateLimit", "\"api\";r=0;t=55", "RateLimit-Policy", "\"api\";q=500;w=300")),
                new Fault.Answer(429, Map.of("RateLimit", "\"api\"; r=0; t=300", "Retry-After", "1")),
                new Fault.Answer(429, Map.of("RateLimit", "\"api\";r=7;t=55", "Retry-After", "3")));
        fetch();
        assertThat(harness.pauses)
                .containsExactly(Duration.ofSeconds(56), Duration.ofSeconds(301), Duration.ofSeconds(3));
    }

    @Test
    void aHubThatAsksToWaitForHoursIsNotWaitedFor() {
        harness.server.fail("hub /api", new Fault.Answer(429, Map.of("Retry-After", "7200")));
        expectFailureForNow("429", "7200 s");
        assertThat(harness.pauses).isEmpty();
    }

    @Test
    void aHubThatStaysBusyIsNamed() {
        harness.server.fail(
                "hub /api", Collections.nCopies(Retries.ATTEMPTS, BUSY).toArray(Fault[]::new));
        expectFailureForNow(HubHarness.REPO, "503", "HF_HUB_OFFLINE");
        assertThat(harness.pauses).hasSize(Retries.ATTEMPTS - 1);
    }

    @Test
    void aHubThatCannotBeReachedIsNamed() {
        harness.server.close();
        expectFailureForNow(HubHarness.REPO, "127.0.0.1", "cannot be reached", "HF_ENDPOINT");
    }

    @ParameterizedTest
    @CsvSource({
        "401, '', HF_TOKEN",
        "403, '', ask for it on the repository's page",
        "404, RepoNotFound, no such repository",
        "404, RevisionNotFound, SERVICE_REVISION",
        "418, '', HF_ENDPOINT",
    })
    void aRefusalSaysWhatToDo(int status, String code, String advice) {
        harness.server.fail("hub /api", new Fault.Answer(status, Map.of("X-Error-Code", code)));
        expectFailure(HubHarness.REPO, "" + status, advice);
        assertThat(harness.pauses).isEmpty();
    }

    @Test
    void aFileThatIsRefusedIsNamedAndNothingIsLeftThatLooksComplete() {
        harness.server.fail("resolve/" + COMMIT + "/encoder/config.json", new Fault.Answer(403, Map.of()));
        expectFailure("encoder/config.json", "403");
        assertThat(harness.repo().snapshot(ENGLISH, COMMIT)).isEmpty();
    }

    @Test
    void somethingThatIsNoHubIsRecognised() {
        harness.server.fail("resolve/", new Fault.Answer(200, Map.of("ETag", "\"../../etc/passwd\"")));
        expectFailure("does not answer as a model hub does", "HF_ENDPOINT");
    }

    @Test
    void theTokenGoesToTheHubAndNeverAlongARedirect() {
        harness.server.require("hf_s3cret");
        expectFailure("401", "HF_TOKEN");
        harness.server.forget();
        harness.hub(Optional.of("hf_s3cret"), false, _ -> OptionalLong.empty()).fetch(ENGLISH, Optional.empty());
        assertThat(harness.server.exchanges())
                .allSatisfy(exchange -> assertThat(exchange.authorization())
                        .isEqualTo(
                                exchange.server().equals("hub") ? Optional.of("Bearer hf_s3cret") : Optional.empty()));
        assertThat(sentByTheCdn()).isEqualTo(weights());
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> harness.hub(Optional.of("hf_wr0ng"), false, _ -> OptionalLong.empty())
                        .fetch(HubHarness.MULTILINGUAL, Optional.empty()))
                .satisfies(e -> assertThat(e.getMessage()).contains("403").doesNotContain("hf_wr0ng"));
    }

    @Test
    void aDiskWithoutRoomIsNamedBeforeAnythingIsFetched() {
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> harness.hub(Optional.empty(), false, _ -> OptionalLong.of(1_000_000))
                        .fetch(ENGLISH, Optional.empty()))
                .withMessageContaining("room for 1 MB")
                .withMessageContaining("HF_HUB_CACHE");
        assertThat(harness.server.bytesSent()).isZero();
    }

    @Test
    void aDiskThatFillsUpIsNamedAndLeavesNoBrokenSnapshot() throws IOException {
        // Writing to this device fails as on a full disk.
        Files.createDirectories(harness.incomplete(WEIGHTS).getParent());
        Files.createSymbolicLink(harness.incomplete(WEIGHTS), Path.of("/dev/full"));
        expectFailureForNow(WEIGHTS, "cannot be stored", "No space left on device", "HF_HUB_CACHE");
        assertThat(harness.repo().snapshot(ENGLISH, COMMIT)).isEmpty();
        assertThat(harness.pauses).as("no point in trying again").isEmpty();
        Files.delete(harness.incomplete(WEIGHTS));
        assertThat(HubHarness.same(fetch(), "english", WEIGHTS)).isTrue();
    }

    @Test
    void aFileLongerThanAnnouncedIsDiscardedAndNotRetried() throws IOException {
        harness.server.fail("cdn /", new Fault.Endless());
        expectFailure("sends more than", WEIGHTS, "HF_ENDPOINT");
        assertThat(Files.size(harness.incomplete(WEIGHTS)))
                .as("nothing of it is kept")
                .isZero();
        assertThat(harness.pauses).as("not treated as a transient failure").isEmpty();
        assertThat(harness.repo().snapshot(ENGLISH, COMMIT)).isEmpty();
        assertThat(HubHarness.same(fetch(), "english", WEIGHTS)).isTrue();
    }

    @Test
    void aContinuationThatIsLongerThanAnnouncedIsStoppedToo() throws IOException {
        byte[] bytes = Files.readAllBytes(HubHarness.tiny().resolve("english").resolve(WEIGHTS));
        Files.createDirectories(harness.incomplete(WEIGHTS).getParent());
        Files.write(harness.incomplete(WEIGHTS), Arrays.copyOf(bytes, 1_000_000));
        harness.server.fail("cdn /", new Fault.Endless());
        expectFailure("sends more than the " + (weights() - 1_000_000) + " bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-9223372036854775808", "9223372036854775807", "1e3", "99999999999999999999"})
    void aSizeThatCannotBeTrueIsRefused(String size) {
        harness.server.fail("resolve/" + COMMIT + "/" + WEIGHTS, new Fault.Announce(size));
        expectFailure(WEIGHTS, "instead of its size", "HF_ENDPOINT");
        assertThat(harness.pauses).isEmpty();
        assertThat(harness.server.bytesSent()).isZero();
    }

    @Test
    void aListingWithoutEndIsNotReadToIt() {
        harness.server.fail("hub /api", new Fault.Endless());
        expectFailure("sends more than the 8388608 bytes", "HF_ENDPOINT");
        assertThat(harness.pauses).isEmpty();
    }

    @Test
    void aListingWithoutEndDoesNotKeepACachedCopyFromServing() {
        fetch();
        harness.server.fail("hub /api", new Fault.Endless());
        assertThat(fetch().commit()).isEqualTo(COMMIT);
    }

    @Test
    void aRepositoryOfTooManyFilesIsNoCheckpoint() {
        for (int i = 0; i <= 20_000; i++) {
            harness.content.add(COMMIT, "many/" + i, new byte[0]);
        }
        expectFailure("does not answer as a model hub does");
    }

    @Test
    void aFolderThatMayNotBeWrittenIsNamed() throws IOException {
        Files.createDirectories(harness.repo().home());
        Files.writeString(harness.repo().home().resolve("blobs"), "not a folder");
        expectFailure("cannot be stored", "HF_HUB_CACHE");
    }

    @Test
    void redirectsWithoutEndAreNotTriedAgain() {
        harness.server.fail(
                "cdn /",
                Collections.nCopies(20, new Fault.Answer(302, Map.of("Location", "again")))
                        .toArray(Fault[]::new));
        expectFailure("redirects more than 10 times");
        assertThat(harness.pauses).isEmpty();
    }

    @Test
    void aServerThatBeginsAnewAndBreaksOffEachTimeIsGivenUp() {
        // If the server does not support ranges, an interrupted attempt makes no progress.
        harness.server.fail(
                "cdn /", Collections.nCopies(20, new Fault.Restart(300_000)).toArray(Fault[]::new));
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> harness.impatient(Duration.ofMillis(200)).fetch(ENGLISH, Optional.empty()))
                .withMessageContaining(WEIGHTS);
        assertThat(harness.pauses).hasSizeLessThan(2 * Retries.ATTEMPTS);
    }
}
