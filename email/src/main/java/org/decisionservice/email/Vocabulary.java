// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The words by which parts of an e-mail are known, of all languages; {@code common.txt} among the resources says what
 * each section holds. A mail of one language often quotes one of another, so no language is chosen.
 */
final class Vocabulary {
    /** The words of the files beside this class. */
    static final Vocabulary BUNDLED = read();

    /** A paragraph of a mail server has at least this many of a language's pieces. */
    private static final int LEAST_PIECES = 2;

    final List<Template> attributions;
    final List<Template> footers;
    private final List<Template> forwarded;
    private final Map<String, Set<String>> sections;
    private final List<List<String>> disclaimers;
    private final List<List<String>> banners;

    private Vocabulary(List<Map<String, List<String>>> languages) {
        sections = new HashMap<>();
        disclaimers = new ArrayList<>();
        banners = new ArrayList<>();
        for (Map<String, List<String>> language : languages) {
            language.forEach((name, entries) ->
                    sections.computeIfAbsent(name, _ -> new HashSet<>()).addAll(entries));
            disclaimers.add(language.getOrDefault("disclaimer", List.of()));
            banners.add(language.getOrDefault("banner", List.of()));
        }
        attributions = section("attribution").stream().map(Template::of).toList();
        footers = section("footer").stream().map(Template::of).toList();
        forwarded = section("forwarded").stream().map(Template::of).toList();
    }

    private static Vocabulary read() {
        List<Map<String, List<String>>> languages = new ArrayList<>();
        for (String language : lines("languages.txt")) {
            Map<String, List<String>> sections = new HashMap<>();
            String section = "";
            for (String line : lines(language + ".txt")) {
                if (line.startsWith("[") && line.endsWith("]")) {
                    section = line.substring(1, line.length() - 1);
                } else {
                    sections.computeIfAbsent(section, _ -> new ArrayList<>()).add(line);
                }
            }
            languages.add(sections);
        }
        return new Vocabulary(languages);
    }

    private static List<String> lines(String name) {
        try (InputStream in = Objects.requireNonNull(Vocabulary.class.getResourceAsStream(name), name);
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Set<String> section(String name) {
        return sections.getOrDefault(name, Set.of());
    }

    /** Whether {@code text} is an entry of the section. */
    boolean has(String section, String text) {
        return section(section).contains(text);
    }

    /** Whether the text, without dashes around it, introduces a message that is passed on. */
    boolean passesOn(String text) {
        return forwarded.stream().anyMatch(template -> template.matches(text, Set.of()));
    }

    Set<String> devices() {
        return section("device");
    }

    /** Whether an entry of the section is somewhere in {@code text}, between words. */
    boolean mentions(String section, String text) {
        return section(section).stream().anyMatch(entry -> contains(text, entry));
    }

    private static boolean contains(String text, String entry) {
        for (int at = text.indexOf(entry); at >= 0; at = text.indexOf(entry, at + 1)) {
            int end = at + entry.length();
            if ((at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)))
                    && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a paragraph, in small letters, is what a mail server adds below a text. */
    boolean disclaims(String paragraph) {
        return several(disclaimers, paragraph);
    }

    /** Whether a paragraph, in small letters, is a warning that a mail server adds above a text. */
    boolean warns(String paragraph) {
        return several(banners, paragraph);
    }

    private static boolean several(List<List<String>> languages, String paragraph) {
        return languages.stream()
                .anyMatch(pieces -> pieces.stream().filter(paragraph::contains).count() >= LEAST_PIECES);
    }
}
