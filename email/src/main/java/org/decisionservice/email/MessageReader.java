// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimePart;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.util.SharedByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole message with its header, as it is sent. What it cannot decode it leaves out and counts. Only parts that
 * are text are decoded, each at most once, so that nothing grows.
 */
final class MessageReader {
    /** With more parts, or a longer header, a text is not taken for a message. */
    private static final int MOST_PARTS = 1_000;

    private static final int LONGEST_HEADER = 128 * 1024;
    private static final int LONGEST_FIELD = 8 * 1024;
    private static final int LONGEST_SHOWN = 1_000;
    private static final int LONGEST_NAME = 40;
    private static final int DEEPEST = 20;
    private static final int LONGEST_TEXT = 1_000_000;

    /** Fields of which a message has at least two. */
    private static final Set<String> COMMON = Set.of(
            "from",
            "to",
            "subject",
            "date",
            "cc",
            "sender",
            "reply-to",
            "return-path",
            "delivered-to",
            "in-reply-to",
            "references",
            "dkim-signature",
            "message-id",
            "mime-version",
            "received",
            "content-type");

    /** Fields that people do not write. */
    private static final Set<String> TECHNICAL =
            Set.of("message-id", "mime-version", "received", "content-type", "dkim-signature", "return-path");

    private int partsLeftOut;
    private Optional<String> unknownCharset = Optional.empty();
    private int parts;
    private @Nullable Inner attached;

    private MessageReader() {}

    /**
     * A message that was read.
     *
     * @param text what its sender wrote, and below it the message that is attached
     * @param attached where that begins
     * @param unknownCharset the first one that this service does not know; what is in it is a guess
     */
    record Message(
            String subject,
            String from,
            String text,
            boolean answers,
            Optional<BodyCleaner.Attached> attached,
            int partsLeftOut,
            Optional<String> unknownCharset) {}

    private record Inner(String header, String text) {}

    /** Whether a text is a whole message: fields of a header that people do not write, and a blank line. */
    static boolean is(String text) {
        int at = text.startsWith("From ") ? Math.max(0, text.indexOf('\n') + 1) : 0;
        int common = 0;
        int technical = 0;
        boolean first = true;
        while (at < text.length() && at < LONGEST_HEADER) {
            int end = text.indexOf('\n', at);
            if (end < 0) {
                return false;
            }
            char c = text.charAt(at);
            if (end == at || (c == '\r' && end == at + 1)) {
                return common >= 2 && technical >= 1 && fewParts(text);
            }
            if (c != ' ' && c != '\t') {
                int colon = text.indexOf(':', at);
                String name = colon > at && colon < end && colon - at < 80
                        ? text.substring(at, colon).toLowerCase(Locale.ROOT)
                        : "";
                if (name.isEmpty() || name.indexOf(' ') >= 0) {
                    return false;
                }
                common += COMMON.contains(name) ? 1 : 0;
                technical += TECHNICAL.contains(name) ? 1 : 0;
            } else if (first) {
                return false;
            }
            first = false;
            at = end + 1;
        }
        return false;
    }

    private static boolean fewParts(String text) {
        int count = 0;
        for (int at = text.indexOf("\n--"); at >= 0 && count <= MOST_PARTS; at = text.indexOf("\n--", at + 1)) {
            count++;
        }
        return count <= MOST_PARTS;
    }

    /** Reads a message; empty if nothing of it can be read. */
    static Optional<Message> read(String text) {
        int start = text.startsWith("From ") ? text.indexOf('\n') + 1 : 0;
        byte[] bytes = text.substring(start).getBytes(StandardCharsets.UTF_8);
        try {
            MimeMessage message = new MimeMessage((Session) null, new SharedByteArrayInputStream(bytes));
            return Optional.of(new MessageReader().read(message));
        } catch (MessagingException | RuntimeException _) {
            return Optional.empty();
        }
    }

    private Message read(MimeMessage message) {
        StringBuilder body = new StringBuilder();
        add(body, message, 0);
        String text = body.toString().strip();
        Optional<BodyCleaner.Attached> below = Optional.empty();
        Inner inner = attached;
        if (inner != null) {
            String above = text.isEmpty() ? "" : text + "\n\n";
            int bodyStart = above.length() + inner.header().length();
            below = Optional.of(new BodyCleaner.Attached(above.length(), bodyStart));
            text = above + inner.header() + inner.text();
        }
        boolean answers = !field(message, "In-Reply-To").isEmpty()
                || !field(message, "References").isEmpty();
        String subject = decoded(field(message, "Subject"));
        String from = decoded(field(message, "From"));
        return new Message(subject, from, text, answers, below, partsLeftOut, unknownCharset);
    }

    private void add(StringBuilder body, MimePart part, int depth) {
        if (depth > DEEPEST || ++parts > MOST_PARTS) {
            partsLeftOut++;
            return;
        }
        ContentType type = type(part);
        boolean hidden = field(part, "Content-Disposition")
                .stripLeading()
                .toLowerCase(Locale.ROOT)
                .startsWith("attachment");
        try {
            if (type.match("multipart/*")) {
                several(body, new MimeMultipart(new PartSource(part)), type, depth);
            } else if (type.match("message/rfc822")) {
                attach(part, depth);
            } else if (type.match("text/plain") && !hidden) {
                append(body, text(part, type).replace("\r\n", "\n"));
            } else if (type.match("text/html") && !hidden) {
                String html = text(part, type);
                if (html.length() > HtmlText.LONGEST_HTML) {
                    partsLeftOut++;
                } else {
                    append(body, HtmlText.of(html));
                }
            } else {
                partsLeftOut++;
            }
        } catch (MessagingException | IOException _) {
            partsLeftOut++;
        }
    }

    private void append(StringBuilder body, String text) {
        if (body.length() + text.length() > LONGEST_TEXT) {
            partsLeftOut++;
        } else {
            body.append(body.isEmpty() || text.isBlank() ? "" : "\n\n").append(text.strip());
        }
    }

    private void several(StringBuilder body, MimeMultipart all, ContentType type, int depth) throws MessagingException {
        boolean alternative = type.match("multipart/alternative");
        boolean read = false;
        for (int i = 0; i < all.getCount(); i++) {
            BodyPart part = all.getBodyPart(i);
            if (!(part instanceof MimeBodyPart mime) || (alternative && read)) {
                partsLeftOut++;
                continue;
            }
            int before = body.length();
            add(body, mime, depth + 1);
            read |= body.length() > before;
        }
    }

    /** Keeps the first message that is attached; others are left out. */
    private void attach(MimePart part, int depth) throws MessagingException, IOException {
        if (attached != null || depth > 3) {
            partsLeftOut++;
            return;
        }
        MimeMessage message = new MimeMessage((Session) null, new SharedByteArrayInputStream(bytes(part)));
        StringBuilder body = new StringBuilder();
        // Before it is read: a message that is attached to it is left out.
        attached = new Inner("", "");
        add(body, message, depth + 1);
        String header = "From: " + decoded(field(message, "From")) + "\nSubject: " + decoded(field(message, "Subject"))
                + "\n\n";
        attached = new Inner(header, body.toString().strip());
    }

    private static ContentType type(MimePart part) {
        String value = field(part, "Content-Type");
        try {
            return new ContentType(value.isEmpty() ? "text/plain" : value);
        } catch (MessagingException | RuntimeException _) {
            return new ContentType("text", "plain", null);
        }
    }

    private String text(MimePart part, ContentType type) throws MessagingException, IOException {
        return Decoding.text(bytes(part), Optional.ofNullable(type.getParameter("charset")), this::unknown);
    }

    private void unknown(String charset) {
        if (unknownCharset.isEmpty()) {
            unknownCharset =
                    Optional.of(charset.length() <= LONGEST_NAME ? charset : charset.substring(0, LONGEST_NAME));
        }
    }

    private static byte[] bytes(MimePart part) throws MessagingException, IOException {
        try (InputStream raw = raw(part)) {
            return Decoding.bytes(raw.readAllBytes(), field(part, "Content-Transfer-Encoding"));
        }
    }

    static InputStream raw(MimePart part) throws MessagingException {
        return switch (part) {
            case MimeMessage message -> message.getRawInputStream();
            case MimeBodyPart body -> body.getRawInputStream();
            default -> throw new MessagingException("a part of no known class");
        };
    }

    /** The first field of this name; empty if there is none or if it is too long to be meant. */
    static String field(MimePart part, String name) {
        try {
            String[] values = part.getHeader(name);
            return values == null || values[0].length() > LONGEST_FIELD ? "" : values[0];
        } catch (MessagingException _) {
            return "";
        }
    }

    /** A field as people see it. */
    private String decoded(String field) {
        String plain = HeaderText.of(MimeUtility.unfold(field), this::unknown).strip();
        return plain.length() <= LONGEST_SHOWN ? plain : plain.substring(0, LONGEST_SHOWN);
    }
}
