// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows {@code learn --next} chooses to be labelled, and in which form it writes them. */
class NextLabelsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String QUEUE =
            "{\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"billing\", \"tech\"]}";
    private static final String ANGRY = "{\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}";
    private static final List<String> WORDS =
            List.of("refund", "invoice", "charged", "money", "crash", "error", "login", "screen");

    private final FileCommands commands = new FileCommands();
    private final Random random = new Random(3);

    @TempDir
    private Path dir;

    private String state() {
        return random.ints(5, 0, WORDS.size()).mapToObj(WORDS::get).collect(Collectors.joining(" "));
    }

    private String row(String state) {
        return "{\"state\": \"%s\", \"question\": %s, \"model\": \"english\"}".formatted(state, QUEUE);
    }

    private Path pool(int rows) throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            lines.add(row(state()));
        }
        return Files.write(dir.resolve("pool.jsonl"), lines);
    }

    private List<ObjectNode> chosen(String... arguments) throws Exception {
        Path out = dir.resolve("next.jsonl");
        List<String> all = new ArrayList<>(List.of("learn", "--out", out.toString()));
        all.addAll(List.of(arguments));
        assertThat(commands.run(Map.of(), all.toArray(String[]::new)))
                .as(commands.complained())
                .isZero();
        List<ObjectNode> rows = new ArrayList<>();
        for (String line : Files.readAllLines(out)) {
            rows.add((ObjectNode) JSON.readTree(line));
        }
        return rows;
    }

    private int refused(String... arguments) {
        return commands.run(Map.of(), arguments);
    }

    @Test
    void theChosenRowsAreLabelsOnceTheyAreFilledIn() throws Exception {
        Path pool = pool(60);
        List<ObjectNode> rows = chosen("--next", pool.toString(), "--count", "25");
        assertThat(commands.complained()).contains("pool.jsonl: 60 rows without a label");
        assertThat(commands.printed())
                .contains("Which team?: 25 of 60 rows, as the checkpoint answers them alone")
                .contains("Write the right answers to \"gold\"");
        assertThat(rows).hasSize(25);
        for (ObjectNode row : rows) {
            assertThat(row.get("gold").isNull()).isTrue();
            assertThat(row.get("question")).isEqualTo(JSON.readTree(QUEUE));
            assertThat(row.get("model").asText()).isEqualTo("english");
            assertThat(Files.readString(pool)).contains(row.get("state").asText());
        }
        List<String> labelled = new ArrayList<>();
        for (ObjectNode row : rows) {
            String state = row.get("state").asText();
            boolean money = state.matches(".*(refund|invoice|charged|money).*(refund|invoice|charged|money).*");
            labelled.add(row.put("gold", money ? "billing" : "tech").toString());
        }
        Path labels = Files.write(dir.resolve("labels.jsonl"), labelled);
        refused(
                "learn",
                labels.toString(),
                "--out",
                dir.resolve("l.safetensors").toString());
        assertThat(commands.complained()).contains("labels.jsonl: 25 labels on 25 rows");
        Set<String> before = rows.stream().map(row -> row.get("state").asText()).collect(Collectors.toSet());
        List<ObjectNode> more = chosen(labels.toString(), "--next", pool.toString(), "--count", "20");
        assertThat(more).hasSizeGreaterThan(10);
        assertThat(more).noneMatch(row -> before.contains(row.get("state").asText()));
    }

    @Test
    void whatWasLearnedDecidesWhatIsUnsure() throws Exception {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            boolean money = i % 2 == 0;
            String state = random.ints(6, 0, 4)
                    .mapToObj(word -> WORDS.get(money ? word : word + 4))
                    .collect(Collectors.joining(" "));
            labels.add("{\"state\": \"%s\", \"question\": %s, \"gold\": \"%s\", \"model\": \"english\"}"
                    .formatted(state, QUEUE, money ? "billing" : "tech"));
        }
        Path file = Files.write(dir.resolve("labels.jsonl"), labels);
        List<ObjectNode> rows = chosen(file.toString(), "--next", pool(80).toString(), "--count", "8");
        assertThat(commands.printed()).contains("Which team?: 8 of 80 rows, as learned from 120 labels");
        // Rows with words of both teams are those that nobody has shown it.
        assertThat(rows.stream()
                        .map(row -> List.of(row.get("state").asText().split(" ")))
                        .filter(words -> words.stream().anyMatch(WORDS.subList(0, 4)::contains)
                                && words.stream().anyMatch(WORDS.subList(4, 8)::contains)))
                .hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void rowsWithALabelArePassedOverAndSaid() throws Exception {
        Path pool = Files.write(
                dir.resolve("pool.jsonl"),
                List.of(
                        row("a refund"),
                        row("a crash")
                                .replace("}}", "}, \"gold\": \"tech\"}")
                                .replaceFirst("}$", ", \"gold\": \"tech\"}"),
                        row(" "),
                        "# a comment"));
        assertThat(chosen("--next", pool.toString())).hasSize(1);
        assertThat(commands.complained())
                .contains("1 row without a label; passed over 2 rows with a label or without a state");
    }

    @Test
    void questionsKeepTheirNamesAndEachHasItsRows() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            lines.add("{\"state\": \"%s\", \"questions\": {\"queue\": %s, \"angry\": %s}, \"lang\": \"en\"}"
                    .formatted(state() + i, QUEUE, ANGRY));
        }
        Path pool = Files.write(dir.resolve("requests.jsonl"), lines);
        List<ObjectNode> rows = chosen("--next", pool.toString(), "--count", "3");
        assertThat(rows).hasSize(6);
        assertThat(rows.get(0).toString()).startsWith("{\"gold\":{\"queue\":null},\"now\":\"");
        assertThat(rows.get(3).get("questions").toString()).startsWith("{\"angry\":");
        assertThat(rows.get(3).get("now").isBoolean()).isTrue();
        assertThat(rows).allMatch(row -> row.get("lang").asText().equals("en"));
    }

    @Test
    void aTableOfStatesNeedsNoColumnsForLabels() throws Exception {
        Path table =
                Files.writeString(dir.resolve("pool.csv"), "id,state\n1,a refund please\n2,the screen is broken\n");
        Path questions = Files.writeString(dir.resolve("questions.json"), "{\"queue\": %s}".formatted(QUEUE));
        List<ObjectNode> rows = chosen("--next", table.toString(), "--questions", questions.toString());
        assertThat(rows.stream().map(row -> row.get("state").asText()))
                .containsExactlyInAnyOrder("a refund please", "the screen is broken");
        assertThat(refused("learn", "--next", table.toString(), "--out", "next.jsonl"))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("pool.csv: a table has no questions");
    }

    /** Rows without a question are answered at once. */
    @Test
    void ofManyRowsSomeAreDrawnAndAsked() throws Exception {
        List<String> lines = new ArrayList<>(Collections.nCopies(10_010, "{\"state\": \"x\", \"questions\": {}}"));
        for (int i = 0; i < 40; i++) {
            lines.add(row("w" + i));
        }
        Path pool = Files.write(dir.resolve("pool.jsonl"), lines);
        assertThat(chosen("--next", pool.toString(), "--count", "10")).hasSize(10);
        assertThat(commands.complained()).contains("10,050 rows without a label, of which 10,000 are asked");
        Files.write(pool, lines.subList(0, 3));
        assertThat(refused("learn", "--next", pool.toString(), "--out", "next.jsonl"))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("pool.jsonl: no row asks a question that can be learned");
    }

    @Test
    void whatCannotBeUsedIsSaidInOneLine() throws Exception {
        Path pool = pool(3);
        Path all = Files.write(
                dir.resolve("all.jsonl"),
                Files.readAllLines(pool).stream()
                        .map(line -> line.replaceFirst("}$", ", \"gold\": \"tech\"}"))
                        .toList());
        Path broken = Files.writeString(dir.resolve("broken.jsonl"), row("x") + "\n{\"state\": \"y\"}\n");
        Path bytes = Files.write(
                dir.resolve("bytes.jsonl"),
                (row("x") + "\n" + row("caf\u00e9") + "\n").getBytes(StandardCharsets.ISO_8859_1));
        String out = dir.resolve("next.jsonl").toString();
        for (List<String> each : List.of(
                List.of("--count 0 --next " + pool, "--count: '0' cannot be used; it takes a whole number"),
                List.of("--count 5 " + pool, "--count: it says how many rows --next chooses"),
                List.of("", "FILE: name a file of labels"),
                List.of("--next " + all, "no row without a label"),
                List.of("--next " + broken, "broken.jsonl line 2: no 'question"),
                List.of("--next " + bytes, "bytes.jsonl line 2: a byte that is not UTF-8"),
                List.of("--next " + dir.resolve("none"), "there is no such file"),
                List.of("--next " + dir.resolve("next.jsonl"), "is the file of --next as well"),
                List.of("--questions q.json --next " + pool, "--questions is for a table"))) {
            List<String> arguments = new ArrayList<>(List.of("learn", "--out", out));
            arguments.addAll(List.of(each.getFirst().strip().split(" +")));
            arguments.removeIf(String::isEmpty);
            assertThat(refused(arguments.toArray(String[]::new)))
                    .as(each.getFirst())
                    .isEqualTo(2);
            assertThat(commands.complained().lines().toList().getLast()).contains(each.getLast());
        }
        assertThat(refused(
                        "learn",
                        "--next",
                        pool.toString(),
                        "--out",
                        dir.resolve("x.csv").toString()))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("--out: with --next it holds lines of JSON");
    }
}
