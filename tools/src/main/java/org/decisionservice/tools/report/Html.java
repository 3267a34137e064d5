// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.decisionservice.core.checkpoint.WeightsDigest;

/** Pieces of a page. */
final class Html {
    static final String CLOSE = "</tbody></table></div>\n";

    /** Ends a page. */
    static final String END = "</main>\n</body>\n</html>\n";

    /** What somebody types, as it stands in escaped text. */
    private static final Pattern COMMAND =
            Pattern.compile("\\./serve [a-z]+|--[a-z]+|SERVICE_[A-Z]+|&quot;min_confidence&quot;: [0-9.]*[0-9]");

    private Html() {}

    /** Begins a page that needs nothing else: its policy allows its own style by digest and nothing more. */
    static String begin(String title) {
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-"
                + digest(Style.TEXT)
                + "'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
                + escaped(title)
                + "</title>\n<style>"
                + Style.TEXT
                + "</style>\n</head>\n<body>\n<main>\n<h1>"
                + escaped(title)
                + "</h1>\n";
    }

    /** How good answers are and whether their probabilities can be trusted, marked by colour and in words. */
    static String verdict(Verdict verdict) {
        String grade = verdict.grade().toString();
        return "<div class=\"verdict "
                + verdict.grade().name().toLowerCase(Locale.ROOT).replace('_', '-') + "\">\n<p><b>"
                + escaped(grade) + "</b>" + words(verdict.quality().substring(grade.length())) + "</p>\n<p>"
                + words(verdict.trust()) + "</p>\n</div>\n";
    }

    /** What to do now, as a list. */
    static String steps(Verdict verdict) {
        return verdict.next().stream()
                .map(step -> "<li>" + COMMAND.matcher(words(step)).replaceAll("<code>$0</code>") + "</li>\n")
                .collect(Collectors.joining("", "<ol class=\"steps\">\n", "</ol>\n"));
    }

    /** A sentence in which no number is parted from its percent sign. */
    private static String words(String text) {
        return escaped(text).replace(" %", "&nbsp;%");
    }

    /** A picture with words below it. */
    static String figure(String svg, String caption) {
        return "<figure>\n" + svg + "<figcaption>" + caption + "</figcaption>\n</figure>\n";
    }

    /** The cells of a group of answers. */
    static String cells(List<String> numbers) {
        return numbers.stream()
                .map(cell -> "<td>" + cell.replace(" [", "<br><span>[").replace("]", "]</span>") + "</td>")
                .collect(Collectors.joining());
    }

    private static String digest(String text) {
        return Base64.getEncoder().encodeToString(WeightsDigest.sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

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
