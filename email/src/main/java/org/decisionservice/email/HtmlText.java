// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.util.Locale;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;

/**
 * HTML as the text that a reader sees: paragraphs with a blank line between them, quotations with {@code >} before each
 * line, and two dashes above what a mail program marks as a signature.
 */
final class HtmlText implements NodeVisitor {
    /** In chars. The parser takes longer per character for tags that are as long as the text. */
    static final int LONGEST_HTML = 500_000;

    private static final int LONGEST = 1_000_000;
    private static final int DEEPEST_QUOTE = 5;
    private static final Set<String> UNSEEN = Set.of("head", "script", "style", "title", "template", "noscript");
    private static final Set<String> SPACED =
            Set.of("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "pre", "hr");
    private static final Set<String> BLOCKS = Set.of(
            "div", "li", "tr", "section", "article", "header", "footer", "address", "dl", "dt", "dd", "center", "body");

    private final StringBuilder out = new StringBuilder();
    private int unseen;
    private int quotes;
    private int newlines = 2;
    private boolean space;

    private HtmlText() {}

    /**
     * The text of an HTML document or fragment, with line feeds at the ends of lines.
     *
     * @param html of at most {@link #LONGEST_HTML} chars
     */
    static String of(String html) {
        HtmlText text = new HtmlText();
        NodeTraversor.traverse(text, Jsoup.parse(html));
        return text.out.toString().strip();
    }

    /** Whether a text that nobody declared is HTML. */
    static boolean is(String text) {
        String start = text.substring(0, Math.min(text.length(), 1_000)).stripLeading();
        int tag = start.indexOf('<');
        if (tag < 0 || text.length() > LONGEST_HTML) {
            return false;
        }
        String lower = start.toLowerCase(Locale.ROOT);
        return lower.startsWith("<!doctype html")
                || lower.startsWith("<html")
                || (lower.startsWith("<")
                        && (lower.startsWith("<div")
                                || lower.startsWith("<p>")
                                || lower.startsWith("<p ")
                                || lower.startsWith("<body")
                                || lower.startsWith("<table")));
    }

    @Override
    public void head(Node node, int depth) {
        if (out.length() > LONGEST) {
            return;
        }
        if (node instanceof TextNode text) {
            if (unseen == 0) {
                words(text.getWholeText());
            }
        } else if (node instanceof Element element) {
            begin(element, element.normalName());
        }
    }

    private void begin(Element element, String name) {
        if (UNSEEN.contains(name)) {
            unseen++;
        } else if (name.equals("br")) {
            lineEnd();
        } else if (SPACED.contains(name)) {
            lines(2);
            quotes += name.equals("blockquote") ? 1 : 0;
        } else if (BLOCKS.contains(name)) {
            lines(1);
        } else if (name.equals("td") || name.equals("th")) {
            space = true;
        }
        if (isSignature(element)) {
            lines(1);
            words("--");
            // The space that makes two dashes a signature's.
            out.append(' ');
            lineEnd();
        }
    }

    private static boolean isSignature(Element element) {
        return element.hasClass("gmail_signature")
                || element.hasClass("moz-signature")
                || element.id().equals("Signature")
                || element.id().equals("ms-outlook-mobile-signature");
    }

    @Override
    public void tail(Node node, int depth) {
        if (node instanceof Element element && out.length() <= LONGEST) {
            String name = element.normalName();
            if (UNSEEN.contains(name)) {
                unseen--;
            } else if (SPACED.contains(name)) {
                quotes -= name.equals("blockquote") ? 1 : 0;
                lines(2);
            } else if (BLOCKS.contains(name)) {
                lines(1);
            }
        }
    }

    private void words(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) || c == '\u00a0') {
                space = true;
                continue;
            }
            if (newlines > 0) {
                out.append("> ".repeat(Math.min(quotes, DEEPEST_QUOTE)));
            } else if (space) {
                out.append(' ');
            }
            space = false;
            newlines = 0;
            out.append(c);
        }
    }

    /** Ends the line, if it has begun, and leaves one blank line if two are wanted. */
    private void lines(int wanted) {
        while (newlines < wanted) {
            lineEnd();
        }
        space = false;
    }

    private void lineEnd() {
        if (newlines < 2) {
            out.append('\n');
        }
        newlines++;
        space = false;
    }
}
