// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
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
    private static final String CLOSE = "</tbody></table></div>\n";

    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1c2530; --dim: #5b6775; --line: #d5dbe2; --page: #ffffff;
              --bar: #9cc3ea; --main: #1f6fb8; --second: #b0640a; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --dim: #9aa7b5; --line: #37424e;
              --page: #14191f; --bar: #2c5680; --main: #7db8ee; --second: #f0a44b; } }
            body { margin: 2rem auto; padding: 0 1rem; max-width: 64rem; color: var(--ink); background: var(--page);
              font: 15px/1.5 system-ui, sans-serif; }
            h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
            .wide { overflow-x: auto; } .wide:focus-visible { outline: 2px solid var(--main); outline-offset: 3px; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { padding: .35rem 1.1rem .35rem 0; text-align: right; border-bottom: 1px solid var(--line);
              vertical-align: top; }
            th { color: var(--dim); font-weight: 600; } .words { text-align: left; min-width: 14rem; }
            tr > :first-child { text-align: left; position: sticky; left: 0; background: var(--page); }
            tbody th { color: var(--ink); font-weight: 400; max-width: 24rem; overflow-wrap: break-word; }
            @media (max-width: 40rem) { tbody th { max-width: 9rem; } h1 { font-size: 1.3rem; } }
            td span, .note { color: var(--dim); font-size: .86em; } td span { white-space: nowrap; }
            .pictures { display: flex; flex-wrap: wrap; gap: 2rem; }
            figure { margin: 0; flex: 1 1 20rem; max-width: 26rem; }
            figcaption { color: var(--dim); font-size: .86em; } code { font-size: .86em; overflow-wrap: anywhere; }
            svg text { fill: var(--dim); font-size: 11px; } svg .end { text-anchor: end; }
            svg .middle { text-anchor: middle; } svg path { fill: none; } svg .grid { stroke: var(--line); }
            svg .ideal { stroke: var(--dim); stroke-dasharray: 4 4; } svg .bar { fill: var(--bar); }
            svg .main { stroke: var(--main); stroke-width: 2; } svg .dot { fill: var(--second); }
            """;

    private HtmlReport() {}

    public static String of(Report report) {
        StringBuilder page = new StringBuilder();
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-")
                .append(digest(STYLE))
                .append("'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>How good the answers are</title>\n<style>")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n<main>\n<h1>How good the answers are</h1>\n");
        identity(page, report.measurement());
        page.append("<div class=\"pictures\">\n")
                .append(figure(
                        reliability(report.reliability()),
                        "Bars: share that is right among answers of that confidence. Dots: their mean confidence. "
                                + "On the dashed line both are equal."))
                .append(figure(
                        coverage(report.curve()),
                        "Accuracy of the surest answers, by the share of questions that they are."))
                .append("</div>\n");
        table(page, report);
        questions(page, report);
        report.questions().stream().limit(3).forEach(asked -> confusion(page, asked));
        return page.append("</main>\n</body>\n</html>\n").toString();
    }

    private static void identity(StringBuilder page, Measurement measurement) {
        page.append("<p class=\"note\">Labels <code>")
                .append(measurement.file(), 0, Math.min(16, measurement.file().length()))
                .append("</code>, questions <code>")
                .append(escaped(measurement.questions()))
                .append("</code>, answered by ")
                .append(measurement.checkpoints().entrySet().stream()
                        .map(entry -> escaped(entry.getKey()) + " <code>" + escaped(entry.getValue()) + "</code>")
                        .collect(Collectors.joining(", ")))
                .append(measurement
                        .calibration()
                        .map(digest -> ", calibrated by <code>" + escaped(digest.substring(0, 16)) + "</code>")
                        .orElse(", not calibrated"))
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

    private static String figure(String svg, String caption) {
        return "<figure>\n" + svg + "<figcaption>" + caption + "</figcaption>\n</figure>\n";
    }

    private static void table(StringBuilder page, Report report) {
        page.append("<h2>Numbers</h2>\n").append(open("Numbers")).append(head("group", ""));
        row(page, "all", report.all(), "");
        for (Report.Group group : report.groups()) {
            row(page, group.property() + " " + group.value(), group.metrics(), "");
        }
        page.append(CLOSE)
                .append("<p class=\"note\">Below each number its 95 % interval: Wilson’s for accuracy, ")
                .append("simulated with a fixed seed for the others. Brier adds up over the options, 0 to 2; ")
                .append("log loss is in nats; ECE is the expected calibration error in 15 bins.</p>\n");
    }

    private static void questions(StringBuilder page, Report report) {
        String wanted = String.format(Locale.ROOT, "%.1f", 100 * report.wanted());
        page.append("<h2>Questions</h2>\n")
                .append(open("Questions"))
                .append(head(
                        "question", "<th class=\"words\" scope=\"col\">threshold for " + wanted + " % right</th>"));
        for (Report.Asked asked : report.questions()) {
            row(
                    page,
                    asked.name(),
                    asked.metrics(),
                    "<td class=\"words\">" + escaped(TextReport.threshold(asked)) + "</td>");
        }
        page.append(CLOSE);
    }

    /** Scrolls by itself where it is wider than the screen, with the keyboard, too. */
    private static String open(String name) {
        return "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"" + escaped(name) + "\"><table>\n";
    }

    private static String head(String first, String more) {
        return Stream.of(first, "rows", "accuracy", "Brier", "log loss", "ECE")
                        .map(name -> "<th scope=\"col\">" + name + "</th>")
                        .collect(Collectors.joining("", "<thead><tr>", more))
                + "</tr></thead>\n<tbody>\n";
    }

    private static void row(StringBuilder page, String name, Metrics metrics, String more) {
        page.append("<tr><th scope=\"row\">")
                .append(escaped(name))
                .append("</th><td>")
                .append(metrics.rows());
        for (var estimate :
                List.of(metrics.accuracy(), metrics.brier(), metrics.logLoss(), metrics.calibrationError())) {
            page.append("</td><td>")
                    .append(TextReport.cell(estimate)
                            .replace(" [", "<br><span>[")
                            .replace("]", "]</span>"));
        }
        page.append("</td>").append(more).append("</tr>\n");
    }

    private static void confusion(StringBuilder page, Report.Asked asked) {
        page.append("<h2>Answered instead of what: ")
                .append(escaped(asked.name()))
                .append("</h2>\n")
                .append(open("Answered instead of what: " + asked.name()))
                .append("<thead><tr><th scope=\"col\">right \\ answered</th>");
        asked.confusion()
                .options()
                .forEach(option -> page.append("<th scope=\"col\">")
                        .append(escaped(option))
                        .append("</th>"));
        page.append("</tr></thead>\n<tbody>\n");
        for (int gold = 0; gold < asked.confusion().options().size(); gold++) {
            page.append("<tr><th scope=\"row\">")
                    .append(escaped(asked.confusion().options().get(gold)))
                    .append("</th>");
            asked.confusion()
                    .counts()
                    .get(gold)
                    .forEach(count -> page.append("<td>").append(count).append("</td>"));
            page.append("</tr>\n");
        }
        page.append(CLOSE);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String digest(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
