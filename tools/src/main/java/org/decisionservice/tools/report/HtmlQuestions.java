// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.decisionservice.judging.metrics.Confusion;
import org.decisionservice.judging.metrics.Interval;

/** The part of a page that looks at single questions: what each comes to, what to do, and what it mistakes for what. */
final class HtmlQuestions {
    /** A longer table of mistakes is written as well, but folded. */
    private static final int MOST_UNFOLDED = 12;

    /** A mistake that is made for this share of the labels of an option stands out. */
    private static final double FREQUENT = 0.1;

    private final StringBuilder page;
    private final Report report;
    private boolean explained;

    private HtmlQuestions(StringBuilder page, Report report) {
        this.page = page;
        this.report = report;
    }

    /** Whether there are several questions, and something to say of one. */
    static boolean hasOverview(Report report) {
        return report.questions().size() > 1 && report.questions().stream().anyMatch(HtmlQuestions::isJudged);
    }

    /** What each question comes to, in one line; those that nothing can be said of are only counted. */
    static void overview(StringBuilder page, Report report) {
        List<Report.QuestionReport> judged =
                report.questions().stream().filter(HtmlQuestions::isJudged).toList();
        if (hasOverview(report)) {
            page.append("<h2>Question by question</h2>\n")
                    .append(Html.open("Question by question"))
                    .append(Html.head(List.of("question", "right", "among many more", "*decides alone", "*next")));
            judged.forEach(asked -> line(page, report, asked));
            page.append(Html.CLOSE)
                    .append(
                            "<p class=\"note\">“Among many more” is a 95 % interval: had other rows of the same kind been"
                                    + " labelled, the share of right answers would lie there in 95 of 100 cases. ")
                    .append(Html.escaped(Words.CONFIDENCE))
                    .append("</p>\n");
        }
        int few = report.questions().size() - judged.size();
        if (few > 0) {
            page.append("<p class=\"note\">")
                    .append(few)
                    .append(few == 1 ? " question has" : " questions have")
                    .append(" fewer than ")
                    .append(Verdict.LEAST_ROWS)
                    .append(" labels, which is too few to judge by. Questions are told apart by their wording: a"
                            + " rephrased question is another one.</p>\n");
        }
    }

    private static void line(StringBuilder page, Report report, Report.QuestionReport asked) {
        Interval range = asked.metrics().accuracy().interval();
        page.append("<tr><th scope=\"row\"><a href=\"#question-")
                .append(report.questions().indexOf(asked) + 1)
                .append("\">")
                .append(Html.escaped(asked.title()))
                .append("</a></th>")
                .append(String.format(
                        Locale.ROOT,
                        "<td>%d of %d</td><td>%.0f to %.0f %%</td>",
                        Math.round(asked.metrics().accuracy().value()
                                * asked.metrics().rows()),
                        asked.metrics().rows(),
                        Math.floor(100 * range.low()),
                        Math.ceil(100 * range.high())))
                .append("<td class=\"words\">")
                .append(asked.threshold()
                        .filter(_ -> asked.verdict().grade() != Verdict.Grade.NOT_USEFUL)
                        .map(found -> found.threshold() == 0
                                ? "always"
                                : "from confidence " + TextReport.number(found.threshold()) + " on: "
                                        + Verdict.percent(100 * found.point().coverage()))
                        .orElse("not yet"))
                .append("</td><td class=\"words\"><b>")
                .append(asked.verdict().grade())
                .append(".</b> ")
                .append(Html.escaped(asked.verdict().next().getFirst()))
                .append("</td></tr>\n");
    }

    private static boolean isJudged(Report.QuestionReport asked) {
        return asked.metrics().rows() >= Verdict.LEAST_ROWS;
    }

    static void append(StringBuilder page, Report report) {
        HtmlQuestions part = new HtmlQuestions(page, report);
        if (report.questions().size() == 1) {
            page.append("<h2>What was taken for what</h2>\n");
            part.tables(report.questions().getFirst());
            return;
        }
        page.append("<h2>Questions, one by one</h2>\n");
        List<Report.QuestionReport> few =
                report.questions().stream().filter(asked -> !isJudged(asked)).toList();
        report.questions().stream().filter(HtmlQuestions::isJudged).forEach(part::question);
        if (!few.isEmpty()) {
            page.append("<details><summary>Questions with fewer than ")
                    .append(Verdict.LEAST_ROWS)
                    .append(" labels: ")
                    .append(few.size())
                    .append("</summary>\n");
            few.forEach(part::question);
            page.append("</details>\n");
        }
    }

    private void question(Report.QuestionReport asked) {
        page.append("<h3 id=\"question-")
                .append(report.questions().indexOf(asked) + 1)
                .append("\">")
                .append(Html.escaped(asked.title()))
                .append("</h3>\n")
                .append(Html.verdict(asked.verdict()))
                .append(Html.steps(asked.verdict()));
        tables(asked);
        if (isJudged(asked)) {
            page.append("<details><summary>If only the surest answers count</summary>\n");
            HtmlPictures.surest(page, "The surest answers: " + asked.title(), asked.curve());
            page.append("</details>\n");
        }
    }

    private void tables(Report.QuestionReport asked) {
        if (asked.cut() > 0) {
            page.append("<p class=\"warning\">Of ")
                    .append(asked.cut())
                    .append(" of its answers, only a part of the state was read.</p>\n");
        }
        if (asked.optionsAlike()) {
            page.append("<p class=\"warning\">Only ")
                    .append(asked.distinctOptions())
                    .append(" of its ")
                    .append(asked.options().size())
                    .append(" options can be told apart.</p>\n");
        }
        Confusion confusion = asked.confusion();
        // Options that are neither right nor answered in any row would be empty lines.
        List<Integer> seen = IntStream.range(0, confusion.options().size())
                .filter(option -> confusion.options().size() <= MOST_UNFOLDED || occurs(confusion, option))
                .boxed()
                .toList();
        boolean folded = seen.size() > MOST_UNFOLDED;
        if (folded) {
            mixUps(asked);
            page.append("<details><summary>The whole table: ")
                    .append(seen.size())
                    .append(" options</summary>\n");
        }
        if (!explained) {
            explained = true;
            page.append(
                    "<p class=\"note\">A line for each option that is right, a column for each that was answered. Right"
                            + " answers are bold; every other number counts mistakes, and those made for a tenth of a line or more are marked.</p>\n");
        }
        table(asked, seen);
        page.append(folded ? "</details>\n" : "");
    }

    private void table(Report.QuestionReport asked, List<Integer> seen) {
        page.append(Html.open("What was answered: " + asked.title()));
        List<String> head = new ArrayList<>(List.of("right ↓ answered →"));
        seen.forEach(option -> head.add(asked.optionShown(option)));
        head.add("labels");
        page.append(Html.head(head));
        for (int gold : seen) {
            List<Integer> counts = asked.confusion().counts().get(gold);
            int labels = counts.stream().mapToInt(Integer::intValue).sum();
            page.append("<tr><th scope=\"row\">")
                    .append(Html.escaped(asked.optionShown(gold)))
                    .append("</th>");
            for (int answered : seen) {
                page.append("<td class=\"")
                        .append(
                                gold == answered && counts.get(answered) > 0
                                        ? "right"
                                        : weight(counts.get(answered), labels))
                        .append("\">")
                        .append(counts.get(answered))
                        .append("</td>");
            }
            page.append("<td>").append(labels).append("</td></tr>\n");
        }
        page.append(Html.CLOSE);
    }

    /** How a count of mistakes looks. */
    private static String weight(int count, int labels) {
        return count == 0 ? "none" : count >= FREQUENT * labels ? "frequent" : "rare";
    }

    private static boolean occurs(Confusion confusion, int option) {
        return IntStream.range(0, confusion.options().size())
                .anyMatch(other -> confusion.counts().get(option).get(other) > 0
                        || confusion.counts().get(other).get(option) > 0);
    }

    private void mixUps(Report.QuestionReport asked) {
        page.append("<ul>\n");
        asked.confusion().mixUps().stream()
                .limit(MOST_UNFOLDED)
                .forEach(pair -> page.append("<li>")
                        .append(pair.count())
                        .append(pair.count() == 1 ? " time “" : " times “")
                        .append(Html.escaped(asked.optionShown(pair.answered())))
                        .append("” where “")
                        .append(Html.escaped(asked.optionShown(pair.gold())))
                        .append("” is right</li>\n"));
        page.append("</ul>\n");
    }
}
