// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.ArrayList;
import java.util.List;

/** The part of a page that lists the wrong answers, with the texts that they are about if these may be shown. */
final class HtmlMistakes {
    private static final int MOST_MISTAKES = 2_000;

    private HtmlMistakes() {}

    static void append(StringBuilder page, Report report) {
        List<Report.Mistake> mistakes = report.mistakes();
        page.append("<h2>Wrong answers</h2>\n");
        if (mistakes.isEmpty()) {
            page.append("<p>There are none.</p>\n");
            return;
        }
        boolean states = mistakes.stream()
                .anyMatch(mistake -> !mistake.answer().context().state().isEmpty());
        boolean questions = report.questions().size() > 1;
        page.append(
                        "<p class=\"note\">The surest first: where a sure answer is wrong, look at the label as well. Lines are"
                                + " those of the file of labels.")
                .append(states ? "" : " Texts are left out because they may be personal; --show-states writes them.")
                .append(mistakes.size() > MOST_MISTAKES ? " The first " + MOST_MISTAKES + "; --json has all." : "")
                .append("</p>\n")
                .append(Html.open("Wrong answers"));
        List<String> head = new ArrayList<>(List.of("line"));
        if (states) {
            head.add("*text");
        }
        if (questions) {
            head.add("*question");
        }
        head.addAll(List.of("*right", "*answered", "confidence"));
        page.append(Html.head(head));
        mistakes.stream().limit(MOST_MISTAKES).forEach(mistake -> row(page, mistake, states, questions));
        page.append(Html.CLOSE);
    }

    private static void row(StringBuilder page, Report.Mistake mistake, boolean states, boolean questions) {
        page.append("<tr><th scope=\"row\">")
                .append(Html.escaped(mistake.answer().context().place()))
                .append("</th>");
        if (states) {
            page.append("<td class=\"state\">")
                    .append(Html.escaped(mistake.answer().context().state()))
                    .append("</td>");
        }
        if (questions) {
            words(page, mistake.title());
        }
        words(page, mistake.right());
        words(page, mistake.answered());
        page.append("<td>").append(Html.escaped(TextReport.sure(mistake))).append("</td></tr>\n");
    }

    private static void words(StringBuilder page, String text) {
        page.append("<td class=\"words\">").append(Html.escaped(text)).append("</td>");
    }
}
