// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody judges what was learned by the labels that it was learned from. */
class LearnedJudgingTest {
    private static final String QUEUE =
            "{\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"billing\", \"tech\"]}";
    private static final List<String> MONEY = List.of("refund", "invoice", "charged", "money", "paid");
    private static final List<String> FAULTS = List.of("crash", "error", "login", "screen", "broken");
    private static final int LABELS = 160;

    private final FileCommands commands = new FileCommands();
    private final Random random = new Random(11);

    @TempDir
    private Path dir;

    private String own = "";
    private String learned = "";
    private String thresholds = "";

    private String label(int number) {
        boolean money = number % 2 == 0;
        List<String> words = money ? MONEY : FAULTS;
        StringBuilder state = new StringBuilder("Ticket " + number + ":");
        for (int i = 0; i < 6; i++) {
            state.append(' ').append(words.get(random.nextInt(words.size())));
        }
        return "{\"state\": \"%s\", \"question\": %s, \"gold\": \"%s\"}"
                .formatted(state, QUEUE, money ? "billing" : "tech");
    }

    private List<String> labels(int from, int count) {
        List<String> lines = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            lines.add(label(i));
        }
        return lines;
    }

    private String write(String name, List<String> lines) throws Exception {
        return Files.write(dir.resolve(name), lines).toString();
    }

    @BeforeEach
    void learn() throws Exception {
        own = write("own.jsonl", labels(0, LABELS));
        learned = dir.resolve("learned.safetensors").toString();
        thresholds = dir.resolve("thresholds.json").toString();
        assertThat(commands.run(Map.of(), "learn", own, "--out", learned, "--thresholds", thresholds))
                .as(commands.complained())
                .isZero();
    }

    private int run(String... words) {
        return commands.run(Map.of("SERVICE_FITTED", learned), words);
    }

    @Test
    void itsOwnLabelsAreRefused() {
        String none = dir.resolve("none.json").toString();
        assertThat(run("evaluate", own, "--thresholds", none)).isEqualTo(2);
        assertThat(commands.complained())
                .contains("left out 160 labels that the learned file was learned from; nothing is left to judge it by")
                .contains("learn --thresholds");
        assertThat(Path.of(none)).doesNotExist();
        assertThat(commands.run(Map.of(), "evaluate", own))
                .as("the checkpoint alone has not seen them")
                .isZero();
    }

    @Test
    void othersAreJudgedWithoutThem() throws Exception {
        List<String> mixed = labels(LABELS, 30);
        for (String line : Files.readAllLines(Path.of(own)).subList(0, 20)) {
            mixed.add(line.replaceFirst("Ticket (\\d+): ", "  TICKET $1 - "));
        }
        assertThat(run("evaluate", write("mixed.jsonl", mixed)))
                .as(commands.complained())
                .isZero();
        assertThat(commands.complained())
                .contains("30 labels on 30 rows; left out 20 labels that the learned file was learned from");
        assertThat(run(
                        "compare",
                        "precision=float32",
                        "precision=float32",
                        dir.resolve("mixed.jsonl").toString()))
                .as(commands.complained())
                .isZero();
        assertThat(commands.printed())
                .contains("of 30 labelled", "left out 20 labels that the learned file was learned from");
    }

    @Test
    void severalFilesAreOneAndRepeatsAndContradictionsAreNamed() throws Exception {
        List<String> more = labels(LABELS, 60);
        String first = Files.readAllLines(Path.of(own)).getFirst();
        more.add(first.replace("Ticket 0:", "ticket 0 -"));
        more.add(Files.readAllLines(Path.of(own)).get(2).replace("\"gold\": \"billing\"", "\"gold\": \"tech\""));
        String other = write("more.jsonl", more);
        String said = "own.jsonl, " + dir + "/more.jsonl: 222 labels on 222 rows";
        List<String> printed = new ArrayList<>();
        for (String[] words : List.of(
                new String[] {"evaluate", own, other},
                new String[] {
                    "calibrate", own, other, "--out", dir.resolve("c.json").toString()
                },
                new String[] {
                    "learn", own, other, "--out", dir.resolve("l.safetensors").toString(), "--show-states"
                },
                new String[] {
                    "learn",
                    own,
                    other,
                    "--next",
                    other.replace("more", "pool"),
                    "--out",
                    dir.resolve("n.jsonl").toString()
                },
                new String[] {"compare", "precision=float32", "precision=float32", own, other})) {
            write("pool.jsonl", List.of(label(900).replaceFirst(", \"gold\".*", "}")));
            assertThat(commands.run(Map.of(), words)).as(commands.complained()).isLessThan(2);
            printed.add(commands.printed());
            assertThat(commands.complained())
                    .as(words[0])
                    .contains(said)
                    .contains("1 label contradicts another one of an equal state")
                    .contains(own + " line 3 and " + other + " line 62: 'billing' and 'tech'")
                    .contains("1 label repeats another one of an equal state")
                    .contains(own + " line 1 and " + other + " line 61");
        }
        assertThat(printed.get(2))
                .contains("which the other labels contradict")
                .contains("    " + other + " line 62: labelled 'tech', the others say 'billing' (")
                .contains("      'Ticket 2: ");
        assertThat(printed.getFirst()).contains(other + " line ");
    }

    @Test
    void theFileHoldsNeitherTextsNorLabels() throws Exception {
        String bytes = Files.readString(Path.of(learned), StandardCharsets.ISO_8859_1);
        assertThat(bytes).contains(".states\"").doesNotContain("Ticket", "ticket", "refund");
        String before = WeightsDigest.sha256(Path.of(learned));
        assertThat(commands.run(Map.of(), "learn", own, "--out", learned)).isZero();
        assertThat(WeightsDigest.sha256(Path.of(learned))).isEqualTo(before);
    }
}
