// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.RequestClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiKeysTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path dir;

    private static String sha256(String key) {
        return WeightsDigest.sha256(key.getBytes(StandardCharsets.UTF_8));
    }

    private static String entry(String name, String key, String more) {
        return "{\"name\": \"" + name + "\", \"sha256\": \"" + sha256(key) + "\"" + more + "}";
    }

    private Path write(String text) throws IOException {
        return Files.writeString(dir.resolve("keys.json"), text);
    }

    private static Optional<String> holder(ApiKeys keys, String sent) {
        return keys.find(sent.getBytes(StandardCharsets.UTF_8)).flatMap(ApiKey::name);
    }

    @Test
    void aKeyIsThatOfItsHolder() throws IOException {
        Path file = write("{\"keys\": [" + entry("desk", "one", "") + ", " + entry("shop", "two", "") + "]}");
        ApiKeys keys = ApiKeys.of(Optional.empty(), Optional.of(file)).orElseThrow();
        assertThat(keys.named()).isTrue();
        assertThat(holder(keys, "one")).contains("desk");
        assertThat(holder(keys, "two")).contains("shop");
        assertThat(keys.find("three".getBytes(StandardCharsets.UTF_8))).isEmpty();
        assertThat(keys.find(new byte[0])).isEmpty();
        assertThat(keys.find(sha256("one").getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    void theOneKeyOfAServiceIsFoundInBothEncodings() {
        ApiKeys keys = ApiKeys.of(Optional.of("schlüssel"), Optional.empty()).orElseThrow();
        assertThat(keys.named()).isFalse();
        assertThat(keys.find("schlüssel".getBytes(StandardCharsets.UTF_8))).isPresent();
        assertThat(keys.find("schlüssel".getBytes(StandardCharsets.ISO_8859_1))).isPresent();
        assertThat(keys.find("schlussel".getBytes(StandardCharsets.UTF_8))).isEmpty();
        assertThat(ApiKeys.of(Optional.empty(), Optional.empty())).isEmpty();
    }

    @Test
    void aBadFileKeepsTheKeysThatAreInForce() throws IOException {
        Path file = write("{\"keys\": [" + entry("desk", "one", "") + "]}");
        ApiKeys keys = ApiKeys.of(Optional.empty(), Optional.of(file)).orElseThrow();
        write("{\"keys\": [" + entry("desk", "two", "") + "]");
        assertThat(keys.reload()).hasValueSatisfying(why -> assertThat(why).startsWith("SERVICE_API_KEY_FILE: "));
        assertThat(holder(keys, "one")).contains("desk");
        write("{\"keys\": [" + entry("desk", "two", "") + "]}");
        assertThat(keys.reload()).isEmpty();
        assertThat(holder(keys, "one")).isEmpty();
        assertThat(holder(keys, "two")).contains("desk");
        Files.delete(file);
        assertThat(keys.reload()).isPresent();
        assertThat(holder(keys, "two")).contains("desk");
    }

    @Test
    void aRateLetsTenSecondsWorthPassAtOnceAndThenFillsEvenly() throws IOException {
        Path file = write("{\"keys\": [" + entry("desk", "one", ", \"requests_per_minute\": 60") + "]}");
        ApiKey key = ApiKeys.of(Optional.empty(), Optional.of(file))
                .orElseThrow()
                .find("one".getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        long now = Long.MAX_VALUE - 5 * SECOND;
        for (int i = 0; i < 10; i++) {
            assertThat(key.use(now)).isZero();
        }
        assertThat(key.use(now)).isEqualTo(Duration.ofSeconds(1));
        assertThat(key.use(now + SECOND / 2)).isEqualTo(Duration.ofMillis(500));
        assertThat(key.use(now + SECOND)).isZero();
        assertThat(key.use(now + SECOND)).isPositive();
        // The clock may pass its largest number.
        for (int i = 0; i < 10; i++) {
            assertThat(key.use(now + 60 * SECOND)).isZero();
        }
        assertThat(key.use(now + 60 * SECOND)).isPositive();
    }

    @Test
    void aShareIsOfTheRequestsAtOnceAndAtLeastOne() throws IOException {
        Path file = write("{\"keys\": [" + entry("a", "one", ", \"share\": 0.5") + ", "
                + entry("b", "two", ", \"share\": 0.001") + ", " + entry("c", "three", "") + "]}");
        ApiKeys keys = ApiKeys.of(Optional.empty(), Optional.of(file)).orElseThrow();
        assertThat(keys.find("one".getBytes(StandardCharsets.UTF_8))
                        .orElseThrow()
                        .slots(17))
                .hasValue(8);
        assertThat(keys.find("two".getBytes(StandardCharsets.UTF_8))
                        .orElseThrow()
                        .slots(17))
                .hasValue(1);
        assertThat(keys.find("three".getBytes(StandardCharsets.UTF_8))
                        .orElseThrow()
                        .slots(17))
                .isEmpty();
    }

    @Test
    void aKeyIsInteractiveUnlessTheFileSaysThatItIsBulk() throws IOException {
        Path file = write("{\"keys\": [" + entry("a", "one", ", \"class\": \"bulk\"") + ", "
                + entry("b", "two", ", \"class\": \"interactive\"") + ", " + entry("c", "three", "") + "]}");
        ApiKeys keys = ApiKeys.of(Optional.empty(), Optional.of(file)).orElseThrow();
        assertThat(Stream.of("one", "two", "three")
                        .map(key ->
                                keys.find(key.getBytes(StandardCharsets.UTF_8)).orElseThrow())
                        .map(ApiKey::requestClass))
                .containsExactly(RequestClass.BULK, RequestClass.INTERACTIVE, RequestClass.INTERACTIVE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "[]; it takes a JSON object",
                "{\"keys\": []}; 'keys' has 0 entries",
                "{\"keys\": [1]}; 'keys[0]' must be an object",
                "{\"keys\": [{\"name\": \"a b\", D}]}; 'keys[0].name' must be 1 to 64 letters",
                "{\"keys\": [{A}]}; 'keys[0].sha256' must be the SHA-256 of the key",
                "{\"keys\": [{A, \"sha256\": \"s3cret\"}]}; 'keys[0].sha256' must be the SHA-256 of the key",
                "{\"keys\": [{A, D, \"key\": 1}]}; 'keys[0].key' is no member that is read",
                "{\"keys\": [{A, D}, {A, E}]}; 'keys[1].name' is there twice",
                "{\"keys\": [{A, D}, {B, D}]}; 'keys[1].sha256' is that of an earlier key",
                "{\"keys\": [{A, D, \"share\": 0}]}; 'keys[0].share' must be a number above 0",
                "{\"keys\": [{A, D, \"share\": \"half\"}]}; 'keys[0].share' must be a number above 0",
                "{\"keys\": [{A, D, \"requests_per_minute\": 1.5}]}; 'keys[0].requests_per_minute' must be a whole"
                        + " number",
                "{\"keys\": [{A, D, \"requests_per_minute\": 0}]}; 'keys[0].requests_per_minute' must be a whole"
                        + " number",
                "{\"keys\": [{A, D, \"class\": \"s3cret\"}]}; 'keys[0].class' of the key 'a' must be \"interactive\" or"
                        + " \"bulk\"",
                "{\"keys\": [{A, D, \"class\": null}]}; 'keys[0].class' of the key 'a' must be",
                "{\"keys\": ; it must be valid JSON"
            })
    void aFileThatCannotBeUsedNamesThePlaceAndTheFixAndNoSecret(String text, String message) throws IOException {
        Path file = write(text.replace("A,", "\"name\": \"a\",")
                .replace("{A}", "{\"name\": \"a\"}")
                .replace("B,", "\"name\": \"b\",")
                .replace(" D", " \"sha256\": \"" + sha256("d") + "\"")
                .replace(" E", " \"sha256\": \"" + sha256("e").toUpperCase(Locale.ROOT) + "\""));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ApiKeys.of(Optional.empty(), Optional.of(file)))
                .withMessageStartingWith("SERVICE_API_KEY_FILE: ")
                .withMessageContaining(message)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("s3cret"));
    }
}
