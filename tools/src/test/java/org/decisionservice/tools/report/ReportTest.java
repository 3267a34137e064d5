// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.QuestionType;
import org.decisionservice.judging.metrics.Context;
import org.decisionservice.judging.metrics.Estimate;
import org.decisionservice.judging.metrics.Interval;
import org.decisionservice.judging.metrics.Judged;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Measurement MEASUREMENT =
            new Measurement("f".repeat(64), "q", Map.of(), Optional.empty(), Optional.empty());

    private static Judged row(String name, String wording, List<String> texts, double first, int gold) {
        return new Judged(
                name,
                wording,
                QuestionType.CHOICE,
                List.of("tech", "billing"),
                "english",
                Optional.empty(),
                Probabilities.of(first, 1 - first),
                Math.max(first, 1 - first),
                gold,
                new Context("", 7, "Which team?", texts, "", false, false, 2, false));
    }

    /** {@code right} of {@code rows} are right, with the same confidence each; both options are right equally often. */
    private static List<Judged> rows(int rows, int right, double confidence) {
        List<Judged> all = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int answered = i % 2;
            all.add(row(
                    "team",
                    "w",
                    List.of(),
                    answered == 0 ? confidence : 1 - confidence,
                    i < right ? answered : 1 - answered));
        }
        return all;
    }

    private static Verdict verdict(List<Judged> rows) {
        return Report.of(MEASUREMENT, rows, 0.9).verdict();
    }

    @Test
    void aVerdictSaysHowGoodWhetherToTrustAndWhatToDo() {
        Verdict good = verdict(rows(400, 392, 0.98));
        assertThat(good.quality())
                .startsWith("Very good: 392 of 400 answers are right; ")
                .contains("96 % to 99 %");
        assertThat(good.trust()).startsWith("Its probabilities can be taken at their word");
        assertThat(good.next()).singleElement().asString().startsWith("Every answer can be used as it is: at least 9");
        Verdict sure = verdict(rows(400, 280, 0.98));
        assertThat(sure.quality()).startsWith("Fair: 280 of 400");
        assertThat(sure.trust()).contains("it says 98 % on average and is right in 70 %", "too sure of itself");
        assertThat(sure.next())
                .satisfiesExactly(
                        step -> assertThat(step)
                                .contains(
                                        "for 90 %, more labels do not help: even of the surest answers too few are right"),
                        step -> assertThat(step)
                                .contains("say in a few words what each option means", "./serve compare"),
                        step -> assertThat(step).startsWith("Learn from these labels: with ./serve learn"),
                        step -> assertThat(step).contains("./serve calibrate"));
        Verdict modest = verdict(rows(400, 390, 0.7));
        assertThat(modest.trust()).contains("better than it says");
        Verdict few = verdict(rows(5, 5, 0.99));
        assertThat(few.toString())
                .startsWith("Too few labels to judge by: 5 of 5 are right.")
                .contains("Label at least 15 more");
        assertThat(verdict(rows(30, 30, 0.99)).trust())
                .startsWith("Nothing shows that its probabilities are wrong, but with 30 labels");
    }

    @Test
    void anAnswererThatIsNoBetterThanAConstantIsCalledNotUseful() {
        List<Judged> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(row("team", "w", List.of(), 0.8, i < 90 ? 0 : 1));
        }
        assertThat(verdict(rows).quality())
                .startsWith("Not useful: 90 of 100")
                .contains("Always answering “tech” would be right as often (90 %)");
        assertThat(verdict(rows).quality()).endsWith("“tech” where “billing” is right (10 times).");
        assertThat(TextReport.of(Report.of(MEASUREMENT, rows, 0.9)))
                .contains("Averaged over the options that are right: 50.0 %");
        assertThat(verdict(rows).next())
                .contains("Do not let it decide alone.")
                .anyMatch(step -> step.contains("learn"));
    }

    @Test
    void whatToDoFitsTheQuestionTheLabelsAndWhatServesAlready() {
        assertThat(verdict(rows(40, 30, 0.8)).next())
                .anyMatch(step -> step.startsWith("Have a person look at its answers: these labels can promise "))
                .anyMatch(step -> step.startsWith("Label about 100 rows and learn from them"));
        List<Judged> described = rows(400, 280, 0.7).stream()
                .map(row -> row(
                        "team",
                        "w",
                        List.of("tech: it fails", "billing"),
                        row.probabilities().get(0),
                        row.gold()))
                .toList();
        assertThat(verdict(described).next())
                .anyMatch(step -> step.contains("say what tells options apart that are mistaken for each other"));
        Measurement learned =
                new Measurement("f".repeat(64), "q", Map.of(), Optional.empty(), Optional.of("a".repeat(64)));
        assertThat(Report.of(learned, described, 0.9).verdict().next())
                .anyMatch(step -> step.startsWith("More labels"))
                .noneMatch(step -> step.contains("compare") || step.contains("calibrate"));
        assertThat(HtmlReport.of(Report.of(learned, described, 0.9))).contains(", with what was learned from labels");
    }

    @Test
    void peopleReadYesAndNo() {
        List<Judged> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rows.add(new Judged(
                    "angry",
                    "w",
                    QuestionType.NOUL,
                    List.of("false", "true"),
                    "english",
                    Optional.empty(),
                    Probabilities.of(0.998, 0.002),
                    0.998,
                    i % 2,
                    new Context("", i + 1, "Angry?", List.of(), "the letter " + i, false, false, 2, false)));
        }
        Report report = Report.of(MEASUREMENT, rows, 0.9);
        assertThat(report.verdict().quality()).contains("“no” where “yes” is right (20 times)");
        assertThat(report.verdict().next()).anyMatch(step -> step.contains("what counts as yes and what as no"));
        assertThat(TextReport.of(report)).contains("yes is right, answered no (> 99 %)");
        assertThat(HtmlReport.of(report))
                .contains("the letter 1</td><td class=\"words\">yes</td><td class=\"words\">no</td><td>&gt; 99 %</td>");
    }

    @Test
    void ofAScoreItIsSaidHowManyAnswersAreNear() {
        List<Judged> rows = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            rows.add(new Judged(
                    "urgency",
                    "w",
                    QuestionType.SCORE,
                    List.of("0: calm", "1: firm", "2: angry"),
                    "english",
                    Optional.empty(),
                    Probabilities.of(0.7, 0.2, 0.1),
                    0.7,
                    i % 3,
                    Context.NONE));
        }
        Report report = Report.of(MEASUREMENT, rows, 0.9);
        assertThat(report.verdict().quality()).contains("10 of 30 answers are right", "At most one level off: 20.");
        assertThat(report.verdict().next()).anyMatch(step -> step.contains("name each level"));
        assertThat(HtmlReport.of(report))
                .contains("<code>./serve learn</code>", "<td class=\"frequent\">10</td><td class=\"none\">0</td>")
                .contains("no threshold: these labels can promise 1");
    }

    @Test
    void thePageBeginsWithWordsAndEndsWithStatistics() {
        List<Judged> all = new ArrayList<>(rows(60, 50, 0.8));
        all.add(row("rare", "other", List.of(), 0.9, 1));
        assertThat(HtmlReport.of(Report.of(MEASUREMENT, all, 0.9)))
                .containsSubsequence(
                        "<h2>In short</h2>",
                        "<b>Fair</b>: 50 of 61",
                        "<h2>Question by question</h2>",
                        "<a href=\"#question-1\">team</a>",
                        "<td>50 of 60</td>",
                        "The confidence of an answer is",
                        "1 question has fewer than 20 labels",
                        "<h2>How sure, how right</h2>",
                        "<path class=\"range\"",
                        "95 % intervals",
                        "<h3 id=\"question-1\">team</h3>",
                        "Questions with fewer than 20 labels: 1",
                        "<h3 id=\"question-2\">rare</h3>",
                        "<h2>Wrong answers</h2>",
                        "<h2>All numbers</h2>",
                        "expected calibration error");
        assertThat(HtmlReport.of(Report.of(MEASUREMENT, rows(60, 50, 0.8), 0.9)))
                .contains("<h2>What to do next</h2>")
                .doesNotContain("<h2>Question by question</h2>");
    }

    @Test
    void wordingsOfOneNameAreToldApartByWhereTheyDiffer() {
        String long1 = "a ".repeat(80) + "one";
        String long2 = "a ".repeat(80) + "two";
        List<String> titles = Report.of(
                        MEASUREMENT,
                        List.of(
                                row("team", "1", List.of("tech", "billing"), 0.9, 0),
                                row("team", "2", List.of("tech: it fails", "billing"), 0.9, 0),
                                row("long", "3", List.of(long1), 0.9, 0),
                                row("long", "4", List.of(long2), 0.9, 0),
                                row("alone", "5", List.of(), 0.9, 0)),
                        0.9)
                .questions()
                .stream()
                .map(Report.QuestionReport::title)
                .toList();
        assertThat(titles)
                .doesNotHaveDuplicates()
                .contains("alone", "team (wording 2 of 2: tech: it fails)")
                .anyMatch(title -> title.endsWith("one)"))
                .anyMatch(title -> title.endsWith("two)"));
    }

    @Test
    void printedIntervalsHoldThePrintedNumber() {
        assertThat(TextReport.cell(new Estimate(0.2244, new Interval(0.2243, 0.2244))))
                .isEqualTo("0.224 [0.22, 0.23]");
        assertThat(TextReport.cell(new Estimate(0.0004, new Interval(0, 0.0004))))
                .isEqualTo("0.000 [0.00, 0.01]");
        assertThat(TextReport.cell(new Estimate(1, new Interval(0.9, 1)))).isEqualTo("1.000 [0.90, 1.00]");
    }

    @Test
    void theTerminalIsNotSteeredByWhatTheFileSays() {
        Judged row = row("te\u001b[31mam\u202e", "w", List.of(), 0.9, 1);
        assertThat(TextReport.of(Report.of(MEASUREMENT, List.of(row), 0.9))).doesNotContain("\u001b", "\u202e");
    }

    @Test
    void thePageEscapesWhatTheFileSays() {
        Judged row = row("<img src=x>", "w", List.of(), 0.9, 1);
        assertThat(HtmlReport.of(Report.of(MEASUREMENT, List.of(row), 0.9)))
                .contains("&lt;img src=x&gt;")
                .doesNotContain("<img");
    }

    @Test
    void aGainThatMayBeChanceIsCalledThat() {
        assertThat(taught(74, 77)).isEqualTo("77 of 100 right instead of 74, which may be chance");
        assertThat(taught(74, 71)).isEqualTo("71 of 100 right instead of 74, which may be chance");
        assertThat(taught(74, 80)).isEqualTo("80 of 100 right instead of 74");
        assertThat(taught(74, 74)).isEqualTo("74 of 100 right instead of 74");
    }

    private static String taught(int alone, int learned) {
        return new LearningReport.Lesson(
                        rows(100, alone, 0.9), List.of(), rows(100, learned, 0.9), Optional.empty(), "")
                .result();
    }
}
