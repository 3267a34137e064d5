// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.judging.metrics.Reliability;
import org.decisionservice.judging.metrics.RiskCoverage;

/**
 * A report as one page that needs nothing else: no script, no font, no address. Its policy allows its own style by
 * digest and nothing more.
 */
public final class HtmlReport {
    private static final int MOST_CURVE_POINTS = 400;

    private HtmlReport() {}

    public static String of(Report report) {
        StringBuilder page = new StringBuilder();
        page.append(Html.begin("How good the answers are"));
        identity(page, report);
        page.append("<h2>In short</h2>\n<p class=\"verdict\">")
                .append(Html.escaped(report.verdict().toString()))
                .append("</p>\n");
        report.warnings()
                .forEach(warning -> page.append("<p class=\"warning\">")
                        .append(Html.escaped(warning))
                        .append("</p>\n"));
        numbers(page, report);
        questions(page, report);
        page.append("<h2>How sure, how right</h2>\n<div class=\"pictures\">\n")
                .append(Html.figure(
                        reliability(report.reliability()),
                        "Bars: share that is right among answers of that confidence. Dots: their mean confidence. "
                                + "On the dashed line both are equal."))
                .append(Html.figure(
                        coverage(report.curve()),
                        "Accuracy of the surest answers, by the share of questions that they are."))
                .append("</div>\n");
        HtmlQuestions.append(page, report);
        digests(page, report.measurement());
        return page.append(Html.END).toString();
    }

    private static void identity(StringBuilder page, Report report) {
        Measurement measurement = report.measurement();
        page.append("<p class=\"note\">")
                .append(report.all().rows())
                .append(" answers to ")
                .append(report.questions().size())
                .append(report.questions().size() == 1 ? " question, labelled in " : " questions, labelled in ")
                .append(measurement.name().isBlank() ? "a file" : Html.escaped(measurement.name()))
                .append("; answered by the checkpoint ")
                .append(Html.escaped(String.join(", ", measurement.checkpoints().keySet())))
                .append(measurement.calibration().isEmpty() ? ", not calibrated" : ", calibrated")
                .append(
                        measurement.calibrationName().isBlank()
                                ? ""
                                : " by " + Html.escaped(measurement.calibrationName()))
                .append(".</p>\n");
    }

    /** What tells two reports apart; nobody reads it for its own sake. */
    private static void digests(StringBuilder page, Measurement measurement) {
        page.append("<h2>What was measured, exactly</h2>\n<p class=\"note\">Reports with the same digests of labels and"
                        + " questions can be compared. Labels <code>")
                .append(measurement.file(), 0, Math.min(16, measurement.file().length()))
                .append("</code>, questions <code>")
                .append(Html.escaped(measurement.questions()))
                .append("</code>, checkpoints ")
                .append(measurement.checkpoints().entrySet().stream()
                        .map(entry ->
                                Html.escaped(entry.getKey()) + " <code>" + Html.escaped(entry.getValue()) + "</code>")
                        .collect(Collectors.joining(", ")))
                .append(measurement
                        .calibration()
                        .map(digest -> ", calibration <code>"
                                + Html.escaped(digest.substring(0, Math.min(16, digest.length()))) + "</code>")
                        .orElse(""))
                .append(".</p>\n");
    }

    private static String reliability(Reliability reliability) {
        Chart chart = new Chart("Reliability: accuracy by confidence", "confidence", "share that is right");
        for (int i = 0; i < Reliability.COUNT; i++) {
            Reliability.Bin bin = reliability.bins().get(i);
            if (bin.rows() > 0) {
                chart.bar("bar", (double) i / Reliability.COUNT, (i + 1.0) / Reliability.COUNT, bin.accuracy());
            }
        }
        chart.line("ideal", List.of(new Chart.Point(0, 0), new Chart.Point(1, 1)));
        for (Reliability.Bin bin : reliability.bins()) {
            if (bin.rows() > 0) {
                String title = String.format(
                        Locale.ROOT,
                        "%d answers, confidence %.3f, right %.3f",
                        bin.rows(),
                        bin.confidence(),
                        bin.accuracy());
                chart.dot("dot", new Chart.Point(bin.confidence(), bin.accuracy()), title);
            }
        }
        return chart.svg();
    }

    private static String coverage(RiskCoverage curve) {
        List<Chart.Point> points = new ArrayList<>();
        int step = Math.max(1, curve.points().size() / MOST_CURVE_POINTS);
        for (int i = 0; i < curve.points().size(); i += step) {
            RiskCoverage.Point point = curve.points().get(i);
            points.add(new Chart.Point(point.coverage(), point.accuracy()));
        }
        return new Chart("Risk and coverage: accuracy by share answered", "share answered", "share of those right")
                .line("main", points)
                .svg();
    }

    private static void numbers(StringBuilder page, Report report) {
        page.append("<h2>Numbers</h2>\n<dl>\n");
        Words.METRICS.forEach((name, meaning) -> page.append("<dt>")
                .append(Html.escaped(name))
                .append("</dt><dd>")
                .append(Html.escaped(meaning))
                .append(".</dd>\n"));
        page.append("</dl>\n").append(Html.open("Numbers")).append(Html.head(columns("group")));
        row(page, "all", report.all(), "");
        for (Report.Group group : report.groups()) {
            row(page, group.property() + " " + group.value(), group.metrics(), "");
        }
        page.append(Html.CLOSE);
    }

    private static void questions(StringBuilder page, Report report) {
        String wanted = String.format(Locale.ROOT, "%.1f", 100 * report.wanted());
        page.append("<h2>Questions</h2>\n<p class=\"note\">")
                .append(Html.escaped(Words.THRESHOLD))
                .append("</p>\n")
                .append(Html.open("Questions"))
                .append(Html.head(columns("question", "*threshold for " + wanted + " % right", "*in words")));
        for (Report.Asked asked : report.questions()) {
            row(
                    page,
                    asked.title(),
                    asked.metrics(),
                    "<td class=\"words\">" + Html.escaped(TextReport.threshold(asked)) + "</td><td class=\"words\">"
                            + Html.escaped(asked.verdict().quality()) + "</td>");
        }
        page.append(Html.CLOSE);
    }

    private static List<String> columns(String first, String... more) {
        return Stream.of(Stream.of(first, "rows", "accuracy", "Brier", "log loss", "ECE"), Stream.of(more))
                .flatMap(names -> names)
                .toList();
    }

    private static void row(StringBuilder page, String name, Metrics metrics, String more) {
        page.append("<tr><th scope=\"row\">")
                .append(Html.escaped(name))
                .append("</th>")
                .append(Html.cells(List.of(
                        String.valueOf(metrics.rows()),
                        TextReport.cell(metrics.accuracy()),
                        TextReport.mean(metrics.brier(), metrics),
                        TextReport.mean(metrics.logLoss(), metrics),
                        TextReport.cell(metrics.calibrationError()))))
                .append(more)
                .append("</tr>\n");
    }
}
