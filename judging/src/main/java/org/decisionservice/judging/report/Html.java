// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.report;

import java.util.List;

/** Pieces of a page. */
final class Html {
    static final String CLOSE = "</tbody></table></div>\n";

    private Html() {}

    /** Begins a table that scrolls by itself where it is wider than the screen, with the keyboard, too. */
    static String open(String name) {
        return "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"" + escaped(name) + "\"><table>\n";
    }

    /** The line above a table; a name that begins with {@code *} heads a column of words. */
    static String head(List<String> names) {
        StringBuilder head = new StringBuilder("<thead><tr>");
        for (String name : names) {
            boolean words = name.startsWith("*");
            head.append(words ? "<th class=\"words\" scope=\"col\">" : "<th scope=\"col\">")
                    .append(escaped(words ? name.substring(1) : name))
                    .append("</th>");
        }
        return head.append("</tr></thead>\n<tbody>\n").toString();
    }

    /** {@code text} as the text of an element or an attribute. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
