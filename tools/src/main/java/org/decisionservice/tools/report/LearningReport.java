// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.judging.learning.LearningCurve;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.McNemar;
import org.decisionservice.judging.metrics.Metrics;

/**
 * The result of learning, as one page that needs nothing else.
 *
 * @param labels what people call the file of labels
 * @param checkpoint the one that learned, and its revision
 */
public record LearningReport(String labels, String checkpoint, List<Lesson> lessons) {
    /** How far apart the percentages beside the picture may be: the first of these that makes few of them. */
    private static final List<Integer> STEPS = List.of(1, 2, 5, 10, 20);

    private static final int MOST_STEPS = 5;

    /** Chance alone makes a difference that is called sure in one of twenty files. */
    private static final double RISK = 0.05;

    /** No label is drawn where this many labels would be: a scale of doublings has no zero. */
    private static final double FIRST = 5;

    /** A longer table of options is folded. */
    private static final int MOST_OPTIONS = 12;

    private static final String NEXT =
            "<h2>What to do next</h2>\n<ol class=\"steps\">\n<li>Find the threshold, how sure an answer must be so"
                    + " that nobody has"
                    + " to look at it: <code>--thresholds thresholds.json</code> of <code>./serve learn</code> finds"
                    + " it by the"
                    + " same labels, each judged by what the others taught; with other labels,"
                    + " <code>SERVICE_FITTED=FILE ./serve evaluate OTHER-LABELS --thresholds thresholds.json</code>"
                    + " does, where"
                    + " FILE is what <code>--out</code> named.</li>\n<li>Serve both: <code>SERVICE_FITTED=FILE,thresholds.json"
                    + " ./serve</code>.</li>\n</ol>\n";

    public LearningReport {
        lessons = List.copyOf(lessons);
    }

    /**
     * One question.
     *
     * @param alone its rows as the checkpoint answers them
     * @param calibrated the same rows as calibrations answer them that have not seen them; empty if there were too few
     * @param learned the same rows as fits answer them that have not seen them; empty if there were too few
     * @param curve what fewer labels would have taught, if the question is learned
     * @param outcome in one sentence: whether it is learned, and if not, why
     */
    public record Lesson(
            List<Judged> alone,
            List<Judged> calibrated,
            List<Judged> learned,
            Optional<LearningCurve> curve,
            String outcome) {
        public Lesson {
            alone = List.copyOf(alone);
            calibrated = List.copyOf(calibrated);
            learned = List.copyOf(learned);
        }

        /** Whether what was learned is served. */
        boolean isLearned() {
            return curve.isPresent();
        }

        /** How many of its rows are answered right, or how many labels there are if too few are to tell. */
        public String result() {
            int labels = alone.size();
            return learned.isEmpty()
                    ? labels + (labels == 1 ? " label" : " labels")
                    : right(learned) + " of " + labels + " right instead of " + right(alone)
                            + (mayBeChance() ? ", which may be chance" : "");
        }

        private boolean mayBeChance() {
            int lost = onlyRight(alone, learned);
            int gained = onlyRight(learned, alone);
            return lost != gained && McNemar.of(lost, gained).p() >= RISK;
        }

        /** In how many rows {@code these} are right and {@code others} are not. */
        private static int onlyRight(List<Judged> these, List<Judged> others) {
            return (int) IntStream.range(0, these.size())
                    .filter(row -> these.get(row).right() && !others.get(row).right())
                    .count();
        }

        private static long right(List<Judged> answers) {
            return answers.stream().filter(Judged::right).count();
        }

        /** What more labels are likely to bring, in a sentence. */
        public String outlook() {
            int labels = alone.size();
            Optional<LearningCurve.Doubling> last = curve.flatMap(LearningCurve::last);
            if (last.isEmpty()) {
                return "How much more labels would bring cannot be told from so few.";
            }
            LearningCurve.Doubling doubling = last.get();
            String brought = String.format(
                    Locale.ROOT,
                    "%,d labels instead of %,d brought %.1f of 100 answers (%.1f to %.1f)",
                    labels,
                    labels / 2,
                    100 * doubling.gain(),
                    100 * doubling.interval().low(),
                    100 * doubling.interval().high());
            return doubling.isLast()
                    ? brought + "; more labels would hardly change it."
                    : String.format(
                            Locale.ROOT,
                            "%s; twice as many, %,d, may bring another %.0f to %.0f.",
                            brought,
                            2 * labels,
                            Math.floor(100 * doubling.next().low()),
                            Math.ceil(100 * doubling.next().high()));
        }
    }

    /** The page. */
    public String html() {
        StringBuilder page = new StringBuilder(Html.begin("What the labels taught"));
        page.append("<p class=\"note\">")
                .append(lessons.stream()
                        .mapToInt(lesson -> lesson.alone().size())
                        .sum())
                .append(" labels in ")
                .append(Html.escaped(labels))
                .append(", for the checkpoint ")
                .append(Html.escaped(checkpoint))
                .append(".</p>\n<h2>In short</h2>\n<p class=\"verdict\">")
                .append(lessons.stream().map(LearningReport::inShort).collect(Collectors.joining("<br>\n")))
                .append("</p>\n");
        lessons.forEach(lesson -> append(page, lesson));
        if (lessons.stream().anyMatch(Lesson::isLearned)) {
            page.append(NEXT);
        }
        explain(page);
        return page.append(Html.END).toString();
    }

    private static String inShort(Lesson lesson) {
        return Html.escaped(lesson.alone().getFirst().question() + ": " + lesson.result())
                + (lesson.isLearned() ? "." : "; it is answered as before.");
    }

    /** Last, because most readers know the words or do not need them. */
    private static void explain(StringBuilder page) {
        page.append("<h2>What the numbers mean</h2>\n<p>")
                .append(Html.escaped(Words.HELD_OUT))
                .append("</p>\n<dl>\n");
        for (String name : List.of("accuracy", "log loss", "ECE", "in brackets")) {
            page.append("<dt>")
                    .append(name.equals("accuracy") ? "right (accuracy)" : name)
                    .append("</dt><dd>")
                    .append(Html.escaped(Words.METRICS.getOrDefault(name, "")))
                    .append(".</dd>\n");
        }
        page.append("</dl>\n<p>Three ways to answer are compared. <b>The checkpoint alone</b> is what the service does"
                + " without a file."
                + " <b>Calibrated</b> is what <code>./serve calibrate</code> makes of the same labels: it"
                + " corrects how sure answers are, and"
                + " hardly ever which option is chosen. <b>Learned</b> is what <code>SERVICE_FITTED</code>"
                + " does.</p>\n");
    }

    private void append(StringBuilder page, Lesson lesson) {
        String name = lesson.alone().getFirst().question();
        page.append("<h2>")
                .append(Html.escaped(name))
                .append("</h2>\n<p class=\"verdict\">")
                .append(Html.escaped(lesson.outcome()))
                .append("</p>\n")
                .append(Html.open("Numbers: " + name))
                .append(Html.head(List.of("answered by", "rows", "right", "log loss", "ECE")));
        row(page, "the checkpoint alone", lesson.alone());
        row(page, "calibrated", lesson.calibrated());
        row(page, "learned", lesson.learned());
        page.append(Html.CLOSE);
        lesson.curve().ifPresent(curve -> {
            page.append("<p>").append(Html.escaped(lesson.outlook())).append("</p>\n<div class=\"pictures\">\n");
            page.append(Html.figure(
                    picture(lesson, curve),
                    "How many of 100 new answers are right after so many labels: the mean of a few draws of that"
                            + " many from"
                            + " yours; the last point is all of them. The scale below doubles from step to step. On"
                            + " the dashed line"
                            + " the checkpoint answers alone."));
            page.append("</div>\n");
        });
        if (!lesson.learned().isEmpty()) {
            options(page, lesson, name);
        }
    }

    private static void row(StringBuilder page, String name, List<Judged> rows) {
        if (!rows.isEmpty()) {
            Metrics metrics = Metrics.of(rows);
            page.append("<tr><th scope=\"row\">")
                    .append(name)
                    .append("</th>")
                    .append(Html.cells(List.of(
                            String.valueOf(metrics.rows()),
                            TextReport.cell(metrics.accuracy()),
                            TextReport.mean(metrics.logLoss(), metrics),
                            TextReport.cell(metrics.calibrationError()))))
                    .append("</tr>\n");
        }
    }

    /** Where labels are few and answers wrong, more of them pay first. */
    private static void options(StringBuilder page, Lesson lesson, String name) {
        List<String> options = lesson.alone().getFirst().options();
        boolean folded = options.size() > MOST_OPTIONS;
        page.append("<details")
                .append(folded ? "" : " open")
                .append("><summary>Option by option</summary>\n")
                .append(Html.open("Option by option: " + name))
                .append(Html.head(List.of("right is", "labels", "right alone", "right as learned")));
        for (int option = 0; option < options.size(); option++) {
            int gold = option;
            List<Integer> rows = IntStream.range(0, lesson.alone().size())
                    .filter(row -> lesson.alone().get(row).gold() == gold)
                    .boxed()
                    .toList();
            page.append("<tr><th scope=\"row\">")
                    .append(Html.escaped(options.get(option)))
                    .append("</th>")
                    .append(Html.cells(List.of(
                            String.valueOf(rows.size()),
                            String.valueOf(right(lesson.alone(), rows)),
                            String.valueOf(right(lesson.learned(), rows)))))
                    .append("</tr>\n");
        }
        page.append(Html.CLOSE).append("</details>\n");
    }

    private static long right(List<Judged> answers, List<Integer> rows) {
        return rows.stream().filter(row -> answers.get(row).right()).count();
    }

    /** The largest multiple of {@code step} below this share, in percent. */
    private static int lowest(double share, int step) {
        return step * (int) Math.max(0, Math.floor(100 * share / step - 1e-9));
    }

    private static String picture(Lesson lesson, LearningCurve curve) {
        List<LearningCurve.Point> points = curve.points();
        int labels = lesson.alone().size();
        double alone = points.getFirst().accuracy();
        double least =
                points.stream().mapToDouble(LearningCurve.Point::accuracy).min().orElseThrow();
        int step = STEPS.stream()
                .filter(each -> 100 - lowest(least, each) <= MOST_STEPS * each)
                .findFirst()
                .orElse(STEPS.getLast());
        int from = lowest(least, step);
        double low = from / 100.0;
        List<Chart.Tick> across = points.stream()
                .map(point -> new Chart.Tick(across(point.labels(), labels), String.valueOf(point.labels())))
                .collect(Collectors.toCollection(ArrayList::new));
        // Two numbers side by side would run into each other.
        across.removeIf(tick -> tick.at() < 1 && 1 - tick.at() < 0.09);
        List<Chart.Tick> up = IntStream.rangeClosed(0, (100 - from) / step)
                .map(i -> from + i * step)
                .mapToObj(percent -> new Chart.Tick((percent - from) / (100.0 - from), String.valueOf(percent)))
                .toList();
        Chart chart = new Chart(
                "Right answers by number of labels: "
                        + points.stream()
                                .map(point -> String.format(
                                        Locale.ROOT, "%d: %.0f %%", point.labels(), 100 * point.accuracy()))
                                .collect(Collectors.joining(", ")),
                "labels",
                across,
                "right, %",
                up);
        chart.line("ideal", List.of(at(0, alone, labels, low), at(labels, alone, labels, low)));
        chart.line(
                "main",
                points.stream()
                        .map(point -> at(point.labels(), point.accuracy(), labels, low))
                        .toList());
        points.forEach(point -> chart.dot(
                "dot",
                at(point.labels(), point.accuracy(), labels, low),
                String.format(Locale.ROOT, "%d labels: %.1f %% right", point.labels(), 100 * point.accuracy())));
        return chart.svg();
    }

    private static Chart.Point at(int labels, double accuracy, int most, double low) {
        return new Chart.Point(across(labels, most), (accuracy - low) / (1 - low));
    }

    /** From no label to all of them, each doubling as far as the next. */
    private static double across(int labels, int most) {
        double first = Math.log(FIRST);
        return labels == 0 ? 0 : (Math.log(labels) - first) / (Math.log(most) - first);
    }
}
