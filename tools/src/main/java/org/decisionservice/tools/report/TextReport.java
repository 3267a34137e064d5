// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decisionservice.judging.metrics.Confusion;
import org.decisionservice.judging.metrics.Estimate;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.judging.metrics.RiskCoverage;

/** A report for a terminal. */
public final class TextReport {
    private static final List<Double> COVERAGES = List.of(1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0.1);
    private static final int MOST_QUESTIONS = 20;
    /** With fewer rows, a question's own numbers say nothing; they count in the groups. */
    private static final int LEAST_ROWS = 10;

    private static final int NAME_WIDTH = 34;
    /** A wider table would not be read. */
    private static final int MOST_OPTIONS = 12;

    private static final int MOST_MISTAKES = 10;

    private TextReport() {}

    public static String of(Report report) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                String.format(
                        Locale.ROOT,
                        "%-34s %6s  %-18s %-18s %-18s %-18s",
                        "",
                        "rows",
                        "accuracy",
                        "Brier",
                        "log loss",
                        "ECE"));
        metrics(text, "all", report.all());
        for (Report.Group group : report.groups()) {
            metrics(text, group.property() + " " + group.value(), group.metrics());
        }
        Words.METRICS.forEach((name, meaning) -> line(text, "  " + name + ": " + meaning));
        report.warnings().forEach(warning -> line(text, "\nNote: " + warning));
        line(text, "\nAltogether: " + report.verdict());
        line(text, String.format(Locale.ROOT, "%nOf the surest answers, the share that is right:"));
        for (RiskCoverage.Point point : surest(report.curve())) {
            line(
                    text,
                    String.format(
                            Locale.ROOT,
                            "  %5.1f %% answered, %5.1f %% right, at a threshold of %.4f",
                            100 * point.coverage(),
                            100 * point.accuracy(),
                            point.threshold()));
        }
        line(text, "  " + Words.THRESHOLD);
        questions(text, report);
        mistakes(text, report);
        return text.toString();
    }

    /** What a few thresholds answer, from every row to the surest tenth. */
    static List<RiskCoverage.Point> surest(RiskCoverage curve) {
        return COVERAGES.stream().map(curve::atCoverage).toList();
    }

    private static void questions(StringBuilder text, Report report) {
        line(
                text,
                String.format(
                        Locale.ROOT,
                        "%nQuestions, and the threshold from which an accuracy of %s holds:",
                        share(report.wanted())));
        List<Report.QuestionReport> shown = report.questions().stream()
                .filter(asked -> asked.metrics().rows() >= LEAST_ROWS)
                .limit(MOST_QUESTIONS)
                .toList();
        for (Report.QuestionReport asked : shown) {
            // On a line of its own, so that names that begin alike are told apart.
            if (asked.title().length() > NAME_WIDTH) {
                line(text, printable(asked.title()));
            }
            metrics(text, asked.title(), asked.metrics());
            line(text, String.format(Locale.ROOT, "  %s", threshold(asked, report.wanted())));
            line(text, "  " + asked.verdict().quality());
            line(
                    text,
                    String.format(
                            Locale.ROOT,
                            "  Averaged over the options that are right: %.1f %%, where each counts as much as the others.",
                            100 * asked.confusion().balancedAccuracy()));
            line(text, "  " + asked.verdict().trust());
            asked.verdict().next().forEach(step -> line(text, "  " + step));
        }
        if (report.questions().size() > shown.size()) {
            line(
                    text,
                    String.format(
                            Locale.ROOT,
                            "  %d questions with fewer rows are in --json and --report only",
                            report.questions().size() - shown.size()));
        }
        shown.forEach(asked -> confusion(text, asked));
    }

    private static void mistakes(StringBuilder text, Report report) {
        if (report.mistakes().isEmpty()) {
            return;
        }
        line(text, "\nWrong answers, the surest first (a sure one may have a wrong label):");
        for (Report.Mistake mistake :
                report.mistakes().stream().limit(MOST_MISTAKES).toList()) {
            line(
                    text,
                    String.format(
                            Locale.ROOT,
                            "  %s, %s: %s is right, answered %s (%s)",
                            mistake.answer().context().place(),
                            cut(mistake.title()),
                            cut(mistake.right()),
                            cut(mistake.answered()),
                            sure(mistake)));
        }
        if (report.mistakes().size() > MOST_MISTAKES) {
            line(
                    text,
                    "  … and " + (report.mistakes().size() - MOST_MISTAKES)
                            + " more, which are in --report and --json");
        }
    }

    /** How sure a wrong answer was, in whole percents; what is not certain is not said to be. */
    static String sure(Report.Mistake mistake) {
        double confidence = mistake.answer().probabilities().max();
        return confidence < 1 && confidence >= 0.995 ? "> 99 %" : Verdict.percent(100 * confidence);
    }

    /** Says the threshold of a question in words. */
    public static String threshold(Report.QuestionReport asked, double wanted) {
        return asked.threshold()
                .map(found -> String.format(
                        Locale.ROOT,
                        "min_confidence %s: %.1f %% answered, %.1f %% of them right here, at least %.1f %% elsewhere",
                        number(found.threshold()),
                        100 * found.point().coverage(),
                        100 * found.point().accuracy(),
                        100 * found.bound()))
                .orElseGet(() -> "no threshold: "
                        + Promise.instead(asked.curve(), asked.metrics().rows(), wanted));
    }

    private static void metrics(StringBuilder text, String name, Metrics metrics) {
        line(
                text,
                String.format(
                        Locale.ROOT,
                        "%-34s %6d  %-18s %-18s %-18s %-18s",
                        cut(name),
                        metrics.rows(),
                        cell(metrics.accuracy()),
                        mean(metrics.brier(), metrics),
                        mean(metrics.logLoss(), metrics),
                        cell(metrics.calibrationError())));
    }

    private static void confusion(StringBuilder text, Report.QuestionReport asked) {
        Confusion confusion = asked.confusion();
        if (confusion.options().size() > MOST_OPTIONS) {
            line(text, String.format(Locale.ROOT, "%n%s: most frequent mistakes", printable(asked.title())));
            confusion.mixUps().stream()
                    .limit(MOST_MISTAKES)
                    .forEach(pair -> line(
                            text,
                            String.format(
                                    Locale.ROOT,
                                    "  %d times %s is right, answered %s",
                                    pair.count(),
                                    cut(asked.optionShown(pair.gold())),
                                    cut(asked.optionShown(pair.answered())))));
            return;
        }
        line(text, String.format(Locale.ROOT, "%n%s: rows are right, columns answered", printable(asked.title())));
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-18s", ""));
        for (int option = 0; option < confusion.options().size(); option++) {
            head.append(String.format(Locale.ROOT, " %10s", cut(asked.optionShown(option), 10)));
        }
        line(text, String.format(Locale.ROOT, "%s", head));
        for (int gold = 0; gold < confusion.options().size(); gold++) {
            StringBuilder row =
                    new StringBuilder(String.format(Locale.ROOT, "%-18s", cut(asked.optionShown(gold), 18)));
            confusion.counts().get(gold).forEach(count -> row.append(String.format(Locale.ROOT, " %10d", count)));
            line(text, String.format(Locale.ROOT, "%s", row));
        }
    }

    /** {@code 0.812 [0.78,0.84]}; the ends are rounded outwards, so that they hold the number as it is printed. */
    static String cell(Estimate estimate) {
        return String.format(
                Locale.ROOT,
                "%.3f [%.2f, %.2f]",
                estimate.value(),
                Math.floor(100 * Math.min(estimate.interval().low(), printed(estimate)) + 1e-9) / 100,
                Math.ceil(100 * Math.max(estimate.interval().high(), printed(estimate)) - 1e-9) / 100);
    }

    /** The same for a mean, which has no interval if there are few rows. */
    static String mean(Estimate estimate, Metrics metrics) {
        return metrics.rows() < Metrics.LEAST_FOR_MEANS
                ? String.format(Locale.ROOT, "%.3f [few rows]", estimate.value())
                : cell(estimate);
    }

    private static double printed(Estimate estimate) {
        return Math.round(1000 * estimate.value()) / 1000.0;
    }

    private static String share(double value) {
        return number(100 * value) + " %";
    }

    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return Optional.of(text.replaceFirst("\\.?0+$", ""))
                .filter(shown -> !shown.isEmpty())
                .orElse("0");
    }

    private static String cut(String name) {
        return cut(name, NAME_WIDTH);
    }

    private static String cut(String name, int width) {
        String flat = printable(name);
        return flat.codePointCount(0, flat.length()) <= width
                ? flat
                : flat.substring(0, flat.offsetByCodePoints(0, width - 1)) + "…";
    }

    /** On one line, without what would steer a terminal. */
    private static String printable(String name) {
        return name.replaceAll("\\s+", " ").replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "�");
    }

    private static void line(StringBuilder text, String line) {
        text.append(line.stripTrailing()).append('\n');
    }
}
