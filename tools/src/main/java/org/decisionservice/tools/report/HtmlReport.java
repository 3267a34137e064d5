// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.judging.metrics.Metrics;

/**
 * A report as one page that needs nothing else: no script, no font, no address. Its policy allows its own style by
 * digest and nothing more. It begins with words and ends with statistics: first what the answers are worth and what to
 * do, then how sure and how right, each question, the wrong rows, and every number.
 */
public final class HtmlReport {
    private HtmlReport() {}

    public static String of(Report report) {
        StringBuilder page = new StringBuilder();
        page.append(Html.begin("How good the answers are"));
        identity(page, report);
        page.append("<h2>In short</h2>\n").append(Html.verdict(report.verdict()));
        report.warnings()
                .forEach(warning -> page.append("<p class=\"warning\">")
                        .append(Html.escaped(warning))
                        .append("</p>\n"));
        if (report.questions().size() == 1) {
            page.append("<h2>What to do next</h2>\n").append(Html.steps(report.verdict()));
        } else {
            HtmlQuestions.overview(page, report);
        }
        HtmlPictures.append(page, report);
        HtmlQuestions.append(page, report);
        HtmlMistakes.append(page, report);
        numbers(page, report);
        digests(page, report.measurement());
        return page.append(Html.END).toString();
    }

    private static void identity(StringBuilder page, Report report) {
        Measurement measurement = report.measurement();
        page.append("<p class=\"note\">")
                .append(report.all().rows())
                .append(report.all().rows() == 1 ? " answer to " : " answers to ")
                .append(report.questions().size())
                .append(report.questions().size() == 1 ? " question, labelled in " : " questions, labelled in ")
                .append(measurement.name().isBlank() ? "a file" : Html.escaped(measurement.name()))
                .append("; answered by the checkpoint ")
                .append(Html.escaped(String.join(", ", measurement.checkpoints().keySet())))
                .append(measurement.learned().isEmpty() ? "" : ", with what was learned from labels")
                .append(measurement.calibration().isEmpty() ? ", not calibrated" : ", calibrated")
                .append(
                        measurement.calibrationName().isBlank()
                                ? ""
                                : " by " + Html.escaped(measurement.calibrationName()))
                .append(". A label is the right answer, as a person gave it.</p>\n");
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
                .append(digest("calibration", measurement.calibration()))
                .append(digest("learned", measurement.learned()))
                .append(".</p>\n");
    }

    private static String digest(String name, Optional<String> digest) {
        return digest.map(hex -> ", " + name + " <code>" + Html.escaped(hex.substring(0, Math.min(16, hex.length())))
                        + "</code>")
                .orElse("");
    }

    private static void numbers(StringBuilder page, Report report) {
        page.append(
                "<h2>All numbers</h2>\n<p class=\"note\">For those who compare reports. What the words mean:</p>\n<dl>\n");
        Words.METRICS.forEach((name, meaning) -> page.append("<dt>")
                .append(Html.escaped(name))
                .append("</dt><dd>")
                .append(Html.escaped(meaning))
                .append(".</dd>\n"));
        page.append("</dl>\n").append(Html.open("Numbers")).append(Html.head(columns("group")));
        row(page, "all", report.all(), "");
        // A group that holds every row would say the same once more.
        report.groups().stream()
                .filter(group -> group.metrics().rows() < report.all().rows())
                .forEach(group -> row(page, group.property() + " " + group.value(), group.metrics(), ""));
        page.append(Html.CLOSE);
        String wanted = TextReport.number(100 * report.wanted());
        page.append("<p class=\"note\">")
                .append(Html.escaped(Words.THRESHOLD))
                .append("</p>\n")
                .append(Html.open("Questions"))
                .append(Html.head(columns("question", "*threshold for " + wanted + " % right")));
        for (Report.QuestionReport asked : report.questions()) {
            row(
                    page,
                    asked.title(),
                    asked.metrics(),
                    "<td class=\"words\">" + Html.escaped(TextReport.threshold(asked, report.wanted())) + "</td>");
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
