// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.decisionservice.judging.metrics.Interval;
import org.decisionservice.judging.metrics.Proportions;
import org.decisionservice.judging.metrics.Reliability;
import org.decisionservice.judging.metrics.RiskCoverage;

/** The part of a page that sets how sure answers are beside how right they are. */
final class HtmlPictures {
    private static final int MOST_CURVE_POINTS = 400;
    /** A share of fewer answers says little. */
    private static final int FEW = 10;

    private HtmlPictures() {}

    static void append(StringBuilder page, Report report) {
        page.append("<h2>How sure, how right</h2>\n");
        if (!HtmlQuestions.hasOverview(report)) {
            page.append("<p class=\"note\">")
                    .append(Html.escaped(Words.CONFIDENCE))
                    .append("</p>\n");
        }
        page.append("<div class=\"pictures\">\n")
                .append(Html.figure(
                        reliability(report.reliability()),
                        "When it says 90 %, is it right in 90 of 100 cases? Bars: the share that is right, among answers"
                                + " of about the same confidence; dots: how sure these are on average. Where a bar ends"
                                + " below the dashed line, it is too sure. Pale bars have fewer than " + FEW
                                + " answers. The thin lines are 95 % intervals: among many more such answers the share"
                                + " would be within them, for 95 of 100 bars."))
                .append(Html.figure(
                        coverage(report.curve()),
                        "If only the surest answers count: from left to right more of them do, from the surest " + FEW
                                + " on, and the line says which share of them is right."))
                .append("</div>\n<p>If only the surest answers count")
                .append(report.questions().size() == 1 ? "" : ", of all questions together")
                .append(":</p>\n");
        surest(page, "The surest answers", report.curve());
    }

    /** What a few thresholds would answer, as a table. */
    static void surest(StringBuilder page, String name, RiskCoverage curve) {
        page.append(Html.open(name)).append(Html.head(List.of("confidence at least", "answered", "right")));
        TextReport.surest(curve).stream()
                .distinct()
                .forEach(point -> page.append(String.format(
                        Locale.ROOT,
                        "<tr><th scope=\"row\">%.4f</th><td>%d (%s)</td><td>%d (%s)</td></tr>%n",
                        point.threshold(),
                        point.answered(),
                        Verdict.percent(100 * point.coverage()),
                        Math.round(point.accuracy() * point.answered()),
                        Verdict.percent(100 * point.accuracy()))));
        page.append(Html.CLOSE);
    }

    private static String reliability(Reliability reliability) {
        Chart chart = new Chart("Reliability: accuracy by confidence", "confidence", "share that is right");
        for (int i = 0; i < Reliability.COUNT; i++) {
            Reliability.Bin bin = reliability.bins().get(i);
            if (bin.rows() > 0) {
                double from = (double) i / Reliability.COUNT;
                double to = (i + 1.0) / Reliability.COUNT;
                chart.bar(bin.rows() < FEW ? "bar few" : "bar", from, to, bin.accuracy());
                Interval range = Proportions.wilson(Math.round(bin.accuracy() * bin.rows()), bin.rows());
                double middle = (from + to) / 2;
                chart.line(
                        "range", List.of(new Chart.Point(middle, range.low()), new Chart.Point(middle, range.high())));
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
        List<RiskCoverage.Point> shown = curve.points().stream()
                .filter(point -> point.answered()
                        >= Math.min(FEW, curve.points().getFirst().answered()))
                .toList();
        List<Chart.Point> points = new ArrayList<>();
        int step = Math.max(1, shown.size() / MOST_CURVE_POINTS);
        for (int i = 0; i < shown.size(); i += step) {
            RiskCoverage.Point point = shown.get(i);
            points.add(new Chart.Point(point.coverage(), point.accuracy()));
        }
        return new Chart("Risk and coverage: accuracy by share answered", "share answered", "share of those right")
                .line("main", points)
                .svg();
    }
}
