// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.StateCleaner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The e-mails and lookalikes of {@code testdata/emails}; its README says how they came about. */
class EmailsTest {
    private static final Path EMAILS = Path.of("..", "testdata", "emails");
    private static final StateCleaner CLEANER = new EmailCleaner();

    /** At least 95 % of each half: one of thirty may be wrong. */
    @ParameterizedTest
    @CsvSource({"tuning, 30, 29", "held-out, 30, 29", "more, 3, 3"})
    void whatTheSenderNewlyWroteIsLeft(String folder, int all, int least) throws IOException {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        try (Stream<Path> files = Files.list(EMAILS.resolve(folder))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".eml"))
                    .sorted()
                    .toList()) {
                count++;
                String expected = Files.readString(Path.of(file.toString().replaceAll("eml$", "txt")));
                String left = body(CLEANER.clean(new JsonString(Files.readString(file))));
                if (!words(left).equals(words(expected))) {
                    wrong.add(file.getFileName() + "\n" + left + "\n--- expected\n" + expected);
                }
            }
        }
        assertThat(count).isEqualTo(all);
        assertThat(wrong).as("%s", String.join("\n======\n", wrong)).hasSizeLessThanOrEqualTo(all - least);
    }

    @Test
    void textsThatOnlyLookLikeMailStayAsTheyAre() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<String> lines = Files.readAllLines(EMAILS.resolve("lookalikes.jsonl"));
        for (String line : lines) {
            JsonNode node = new ObjectMapper().readTree(line);
            String text = node.get("text").asText();
            StateCleaner.Cleaned cleaned = CLEANER.clean(new JsonString(text));
            if (!cleaned.state().equals(new JsonString(text))
                    || cleaned.cleaning().keptWhole()) {
                wrong.add(node.get("id").asText() + " " + cleaned.cleaning());
            }
        }
        assertThat(lines).hasSize(200);
        assertThat(wrong).isEmpty();
    }

    private static String body(StateCleaner.Cleaned cleaned) {
        assertThat(cleaned.cleaning().form()).isEqualTo(Cleaning.Form.MESSAGE);
        return cleaned.state() instanceof JsonObject object
                        && Objects.requireNonNull(object.members().get("body")) instanceof JsonString(String text)
                ? text
                : "no body";
    }

    private static String words(String text) {
        return String.join(" ", text.strip().split("[\\s\\u00a0]+"));
    }
}
