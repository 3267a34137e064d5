// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.decisionservice.judging.metrics.Confusion;

/** The part of a page that looks at single questions: what each comes to, what it mistakes for what, and where. */
final class HtmlQuestions {
    /** A longer table of mistakes is written as well, but folded. */
    private static final int MOST_UNFOLDED = 12;

    private static final int MOST_MISTAKES = 2_000;

    private final StringBuilder page;
    private final Report report;

    private HtmlQuestions(StringBuilder page, Report report) {
        this.page = page;
        this.report = report;
    }

    static void append(StringBuilder page, Report report) {
        HtmlQuestions part = new HtmlQuestions(page, report);
        page.append("<h2>Questions, one by one</h2>\n");
        report.questions().forEach(part::question);
        part.mistakes();
    }

    private void question(Report.Asked asked) {
        page.append("<h3>").append(Html.escaped(asked.title())).append("</h3>\n<p class=\"verdict\">");
        page.append(Html.escaped(asked.verdict().toString())).append("</p>\n");
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
        String name = "What was answered: " + asked.title();
        if (folded) {
            mixUps(confusion);
            page.append("<details><summary>The whole table: ")
                    .append(seen.size())
                    .append(" options</summary>\n");
        }
        page.append(Html.open(name));
        List<String> head = new ArrayList<>(List.of("right \\ answered"));
        seen.forEach(option -> head.add(confusion.options().get(option)));
        page.append(Html.head(head));
        for (int gold : seen) {
            page.append("<tr><th scope=\"row\">")
                    .append(Html.escaped(confusion.options().get(gold)))
                    .append("</th>");
            for (int answered : seen) {
                page.append(gold == answered ? "<td class=\"right\">" : "<td>")
                        .append(confusion.counts().get(gold).get(answered))
                        .append("</td>");
            }
            page.append("</tr>\n");
        }
        page.append(Html.CLOSE).append(folded ? "</details>\n" : "");
    }

    private static boolean occurs(Confusion confusion, int option) {
        return IntStream.range(0, confusion.options().size())
                .anyMatch(other -> confusion.counts().get(option).get(other) > 0
                        || confusion.counts().get(other).get(option) > 0);
    }

    private void mixUps(Confusion confusion) {
        page.append("<ul>\n");
        confusion.mixUps().stream()
                .limit(MOST_UNFOLDED)
                .forEach(pair -> page.append("<li>")
                        .append(pair.count())
                        .append(" times “")
                        .append(Html.escaped(confusion.options().get(pair.answered())))
                        .append("” where “")
                        .append(Html.escaped(confusion.options().get(pair.gold())))
                        .append("” is right</li>\n"));
        page.append("</ul>\n");
    }

    private void mistakes() {
        List<Report.Mistake> mistakes = report.mistakes();
        page.append("<h2>Wrong answers</h2>\n");
        if (mistakes.isEmpty()) {
            page.append("<p>There are none.</p>\n");
            return;
        }
        boolean states = mistakes.stream()
                .anyMatch(mistake -> !mistake.answer().context().state().isEmpty());
        page.append(
                        "<p class=\"note\">The surest first: where a sure answer is wrong, look at the label as well. Lines are"
                                + " those of the file of labels.")
                .append(states ? "" : " Texts are left out because they may be personal; --show-states writes them.")
                .append(mistakes.size() > MOST_MISTAKES ? " The first " + MOST_MISTAKES + "; --json has all." : "")
                .append("</p>\n")
                .append(Html.open("Wrong answers"));
        List<String> head = new ArrayList<>(List.of("line", "*question", "*right", "*answered", "confidence"));
        if (states) {
            head.add("*text");
        }
        page.append(Html.head(head));
        mistakes.stream().limit(MOST_MISTAKES).forEach(mistake -> mistake(mistake, states));
        page.append(Html.CLOSE);
    }

    private void mistake(Report.Mistake mistake, boolean states) {
        page.append("<tr><th scope=\"row\">")
                .append(mistake.answer().context().line())
                .append("</th>");
        for (String text : List.of(mistake.title(), mistake.right(), mistake.answered())) {
            page.append("<td class=\"words\">").append(Html.escaped(text)).append("</td>");
        }
        page.append(String.format(
                Locale.ROOT, "<td>%.2f</td>", mistake.answer().probabilities().max()));
        if (states) {
            page.append("<td class=\"state\">")
                    .append(Html.escaped(mistake.answer().context().state()))
                    .append("</td>");
        }
        page.append("</tr>\n");
    }
}
