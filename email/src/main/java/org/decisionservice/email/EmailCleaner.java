// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.Cleaning.Cut;
import org.decisionservice.api.Cleaning.Form;
import org.decisionservice.api.Cleaning.Kind;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.StateCleaner;

/**
 * Cleans e-mails: a text, a whole message with its header, or an object with the fields {@code subject}, {@code body},
 * {@code text} or {@code html}. Other states stay as they are.
 */
public final class EmailCleaner implements StateCleaner {
    private static final String SUBJECT = "subject";
    private static final String BODY = "body";
    private static final String TEXT = "text";
    private static final String HTML = "html";

    @Override
    public String name() {
        return "email";
    }

    @Override
    public Cleaned clean(JsonValue state) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // The MIME library looks for its parts with this loader, and is in a folder of its own.
        thread.setContextClassLoader(EmailCleaner.class.getClassLoader());
        try {
            return switch (state) {
                case JsonString(String text) -> ofText(text);
                case JsonObject(SequencedMap<String, JsonValue> members) -> ofObject(members);
                default -> other(state);
            };
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Cleaned other(JsonValue state) {
        return new Cleaned(state, new Cleaning(Form.OTHER, false, List.of(), 0, false));
    }

    private static Cleaned ofText(String text) {
        Optional<MessageReader.Message> message =
                MessageReader.is(text) ? MessageReader.read(text).filter(EmailCleaner::says) : Optional.empty();
        if (message.isPresent()) {
            return ofMessage(message.get());
        }
        boolean html = HtmlText.is(text);
        String plain = html ? HtmlText.of(text) : text;
        if (plain.isBlank()) {
            return new Cleaned(new JsonString(text), new Cleaning(Form.TEXT, false, List.of(), 0, !text.isBlank()));
        }
        BodyCleaner.Cuts cuts = BodyCleaner.of(plain, BodyCleaner.Known.NOTHING);
        return new Cleaned(
                new JsonString(cuts.left(plain)),
                new Cleaning(Form.TEXT, html, said(cuts, plain, Optional.empty()), 0, cuts.keptWhole()));
    }

    private static boolean says(MessageReader.Message message) {
        return !message.text().isBlank() || !message.subject().isBlank();
    }

    private static Cleaned ofMessage(MessageReader.Message message) {
        BodyCleaner.Known known = new BodyCleaner.Known(
                message.answers() && !passesOn(message.subject()), passesOn(message.subject()), message.attached());
        BodyCleaner.Cuts cuts = BodyCleaner.of(message.text(), known);
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        put(members, SUBJECT, message.subject());
        put(members, "from", message.from());
        members.put(BODY, new JsonString(cuts.left(message.text())));
        return new Cleaned(
                new JsonObject(members),
                new Cleaning(
                        Form.MESSAGE,
                        true,
                        said(cuts, message.text(), Optional.of(BODY)),
                        message.partsLeftOut(),
                        cuts.keptWhole(),
                        message.unknownCharset()));
    }

    private static void put(SequencedMap<String, JsonValue> members, String name, String value) {
        if (!value.isBlank()) {
            members.put(name, new JsonString(value));
        }
    }

    private static Cleaned ofObject(SequencedMap<String, JsonValue> sent) {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>(sent);
        String subject = text(sent, SUBJECT).orElse("");
        BodyCleaner.Known known = new BodyCleaner.Known(answers(subject), passesOn(subject), Optional.empty());
        List<Cut> said = new ArrayList<>();
        boolean read = false;
        boolean decoded = false;
        boolean keptWhole = false;
        for (String name : List.of(BODY, TEXT, HTML)) {
            Optional<String> value = text(sent, name).filter(text -> !text.isBlank());
            if (value.isEmpty() || (name.equals(HTML) && value.get().length() > HtmlText.LONGEST_HTML)) {
                continue;
            }
            if (name.equals(HTML) && read) {
                members.remove(HTML);
                said.add(new Cut(
                        Kind.ALTERNATIVE,
                        Optional.of(HTML),
                        0,
                        value.get().codePointCount(0, value.get().length())));
                continue;
            }
            boolean html = name.equals(HTML) || HtmlText.is(value.get());
            String plain = html ? HtmlText.of(value.get()) : value.get();
            if (plain.isBlank()) {
                continue;
            }
            BodyCleaner.Cuts cuts = BodyCleaner.of(plain, known);
            members.put(name, new JsonString(cuts.left(plain)));
            said.addAll(said(cuts, plain, Optional.of(name)));
            read = true;
            decoded |= html;
            keptWhole |= cuts.keptWhole();
        }
        return read
                ? new Cleaned(new JsonObject(members), new Cleaning(Form.OBJECT, decoded, said, 0, keptWhole))
                : other(new JsonObject(sent));
    }

    private static Optional<String> text(SequencedMap<String, JsonValue> members, String name) {
        return members.get(name) instanceof JsonString(String text) ? Optional.of(text) : Optional.empty();
    }

    private static boolean answers(String subject) {
        return prefixed("answers", subject);
    }

    private static boolean passesOn(String subject) {
        return prefixed("passes on", subject);
    }

    private static boolean prefixed(String section, String subject) {
        int colon = subject.indexOf(':');
        return colon > 0
                && colon < 20
                && Vocabulary.BUNDLED.has(
                        section, subject.substring(0, colon).strip().toLowerCase(Locale.ROOT));
    }

    /** The cuts in code points. */
    private static List<Cut> said(BodyCleaner.Cuts cuts, String text, Optional<String> field) {
        List<Cut> said = new ArrayList<>();
        int at = 0;
        int points = 0;
        for (BodyCleaner.Piece piece : cuts.pieces()) {
            int start = points + text.codePointCount(at, piece.start());
            points = start + text.codePointCount(piece.start(), piece.end());
            at = piece.end();
            said.add(new Cut(piece.kind(), field, start, points));
        }
        return said;
    }
}
