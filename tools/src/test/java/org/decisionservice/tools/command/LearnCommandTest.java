// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.TeamLabels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code learn}, and the commands that answer by what it writes. The checkpoint itself knows nothing. */
class LearnCommandTest {
    private static final String QUEUE = TeamLabels.QUESTION;

    private final FileCommands commands = new FileCommands();
    private final TeamLabels teams = new TeamLabels(new Random(7));

    @TempDir
    private Path dir;

    private Path labels(int rows, int flipped) throws Exception {
        return Files.write(dir.resolve("labels.jsonl"), teams.lines(rows, flipped));
    }

    private int learn(Path labels, Map<String, String> variables) {
        return commands.run(
                variables,
                "learn",
                labels.toString(),
                "--out",
                dir.resolve("learned.safetensors").toString());
    }

    @Test
    void unlikeStatesAreToldIfAsked() throws Exception {
        String out = dir.resolve("learned.safetensors").toString();
        String labels = labels(60, 0).toString();
        assertThat(commands.run(Map.of(), "learn", labels, "--out", out)).isZero();
        assertThat(familiar(out)).isFalse();
        assertThat(commands.run(Map.of(), "learn", labels, "--out", out, "--unlike"))
                .isZero();
        assertThat(commands.printed())
                .contains("answers about states unlike the labelled ones say so, and about 1 in 20 of the others");
        assertThat(familiar(out)).isTrue();
        assertThat(commands.run(Map.of(), "learn", "--next", labels, "--out", out, "--unlike"))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("--unlike: --next learns nothing that could tell");
    }

    private static boolean familiar(String file) {
        return LearnedFile.read(Path.of(file))
                .file()
                .questions()
                .firstEntry()
                .getValue()
                .familiarity()
                .isPresent();
    }

    @Test
    void theReportSaysWhatTheLabelsTaught() throws Exception {
        Path page = dir.resolve("report.html");
        String out = dir.resolve("learned.safetensors").toString();
        String labels = labels(120, 0).toString();
        assertThat(commands.run(Map.of(), "learn", labels, "--out", out, "--report", page.toString()))
                .as(commands.complained())
                .isZero();
        assertThat(Files.readString(page))
                .contains("<h2>Which team?</h2>", "learned from 120 labels", "120 labels in labels.jsonl")
                .containsPattern(
                        "<h2>In short</h2>\n<p class=\"verdict\">Which team\\?: 1[12]\\d of 120 right instead of \\d+\\.</p>")
                .containsSubsequence(
                        "<h2>Which team?</h2>", "<h2>What to do next</h2>", "<h2>What the numbers mean</h2>")
                .containsPattern("<text class=\"end\"[^>]*>(\\d*0)</text>")
                .contains("the checkpoint alone", "calibrated", "Option by option")
                .containsPattern("aria-label=\"Right answers by number of labels: 0: \\d+ %, 10: \\d+ %, 20: \\d+ %")
                .contains("<th scope=\"row\">billing</th><td>60</td>")
                .contains("expected calibration error", "rows that were left out")
                .doesNotContain("refund", "<script", "http:", "https:");
        assertThat(commands.run(Map.of(), "learn", labels(8, 0).toString(), "--out", out, "--report", page.toString()))
                .isEqualTo(1);
        assertThat(Files.readString(page))
                .contains("not learned: it takes 10 labels", "Which team?: 8 labels; it is answered as before.")
                .doesNotContain("<svg", "Option by option");
        assertThat(commands.run(Map.of(), "learn", labels, "--out", out, "--report", out))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("--report: " + out + " is the file of --out as well");
    }

    @Test
    void tooFewLabelsAndLabelsOfOneOptionAreNamed() throws Exception {
        assertThat(learn(labels(8, 0), Map.of())).isEqualTo(1);
        assertThat(commands.printed())
                .contains("8 labels", "not learned: it takes 10 labels of different states, better 100");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            lines.add("{\"state\": \"%s\", \"question\": %s, \"gold\": \"tech\"}".formatted(teams.state(false), QUEUE));
        }
        assertThat(learn(Files.write(dir.resolve("one.jsonl"), lines), Map.of()))
                .isEqualTo(1);
        assertThat(commands.printed()).contains("not learned: every row is labelled 'tech'");
    }

    /**
     * Labels that have nothing to do with their states contradict each other; to list half of them would say that the
     * other half is right.
     */
    @Test
    void labelsThatBelongToAnotherQuestionAreDoubtedAsAWhole() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            lines.add("{\"state\": \"%s\", \"question\": %s, \"gold\": \"%s\"}"
                    .formatted(teams.state(i % 2 == 0), QUEUE, i / 2 % 2 == 0 ? "billing" : "tech"));
        }
        learn(Files.write(dir.resolve("any.jsonl"), lines), Map.of());
        assertThat(commands.printed())
                .contains("do they belong to this question?")
                .doesNotContain("look at th");
    }

    @Test
    void aFileForOtherWeightsOrOfAnotherKindStopsTheStart() throws Exception {
        assertThat(learn(labels(120, 0), Map.of())).isZero();
        String learned = dir.resolve("learned.safetensors").toString();
        Map<String, String> wrong = Map.of("SERVICE_FITTED", "multilingual=" + learned);
        Path labels = labels(30, 0);
        assertThat(commands.run(wrong, "evaluate", labels.toString())).isEqualTo(2);
        assertThat(commands.complained())
                .contains("SERVICE_FITTED: ", "was made for the weights sha256:", "with ./serve learn");
        Path none = Files.write(dir.resolve("none.safetensors"), new byte[] {2, 0, 0, 0, 0, 0, 0, 0, '{', '}'});
        assertThat(commands.run(Map.of("SERVICE_FITTED", none.toString()), "evaluate", labels.toString()))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("none.safetensors: './serve learn' did not write it");
    }

    @Test
    void everyCommandAnswersAsTheServiceDoes() throws Exception {
        assertThat(learn(labels(120, 0), Map.of())).isZero();
        Map<String, String> variables =
                Map.of("SERVICE_FITTED", dir.resolve("learned.safetensors").toString());
        Path labels = labels(60, 0);
        Path json = dir.resolve("out.json");
        Path page = dir.resolve("out.html");
        String[] evaluate = {
            "evaluate",
            labels.toString(),
            "--min-accuracy",
            "0.95",
            "--json",
            json.toString(),
            "--report",
            page.toString()
        };
        assertThat(commands.run(variables, evaluate)).as(commands.printed()).isZero();
        assertThat(Files.readString(json)).containsPattern("\"learned\" : \"[0-9a-f]{64}\"");
        assertThat(Files.readString(page)).contains(", with what was learned from labels", "learned <code>");
        assertThat(commands.run(Map.of(), evaluate)).isEqualTo(1);
        assertThat(Files.readString(json)).contains("\"learned\" : null");
        assertThat(Files.readString(page)).doesNotContain("what was learned from labels");
    }

    @Test
    void anEngineWithoutMeansIsRefusedByName() throws Exception {
        Path labels = labels(120, 0);
        Map<String, String> scripted = Map.of("SERVICE_ENGINE", GuardedProvider.guarded("scripted"));
        assertThat(learn(labels, scripted)).isEqualTo(2);
        assertThat(commands.complained()).contains("SERVICE_ENGINE, --engine: the engine of checkpoint english");
        assertThat(learn(labels, Map.of())).isZero();
        Map<String, String> learned = new HashMap<>(scripted);
        learned.put("SERVICE_FITTED", dir.resolve("learned.safetensors").toString());
        assertThat(commands.run(learned, "evaluate", labels.toString())).isEqualTo(2);
        assertThat(commands.complained())
                .contains("SERVICE_FITTED: the engine guarded-scripted, which computes checkpoint english");
    }
}
