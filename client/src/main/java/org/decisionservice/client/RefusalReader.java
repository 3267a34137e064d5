// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;

/** Reads why a request was refused, in each of the forms that a service words it in. */
final class RefusalReader {
    /** A refusal names the member in quotes, and a question by its id. */
    private static final Pattern FIELD = Pattern.compile("(question )?'([^']+)'");

    private static final int LONGEST_FOREIGN_TEXT = 200;

    /** The longest pause that is read from an answer; whoever asks for more means never. */
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    /** Digits of a number of seconds that is below that. */
    private static final Pattern SECONDS = Pattern.compile("0*([0-9]{1,5})");

    private RefusalReader() {}

    /** The refusal of a whole request. */
    static DecisionException read(int status, HttpHeaders headers, byte[] body) {
        return refusal(
                status,
                document(body),
                headers.firstValue("Retry-After").flatMap(header -> pause(header.strip(), headers)),
                headers.firstValue("X-Request-Id"));
    }

    /** The refusal of one state of a batch. */
    static DecisionException read(Members error, Optional<String> requestId) {
        return refusal(error.count("status", 0), error.object(), Optional.empty(), requestId);
    }

    private static DecisionException refusal(
            int status, JsonValue document, Optional<Duration> retryAfter, Optional<String> requestId) {
        JsonValue detail =
                document instanceof JsonObject(var members) ? members.getOrDefault("detail", document) : document;
        Optional<Members> located = Optional.of(detail)
                .filter(JsonArray.class::isInstance)
                .map(Members::elements)
                .filter(list -> !list.isEmpty())
                .map(list -> Members.of(list.getFirst()));
        String text = located.flatMap(first -> first.text("msg"))
                .or(() -> detail instanceof JsonObject object ? new Members(object).text("message") : Optional.empty())
                .orElseGet(() -> Json.plain(detail));
        DecisionException.Code code = code(status);
        Optional<String> field = located.map(first -> location(first.texts("loc")))
                .or(() -> concernsABody(code) ? named(text) : Optional.empty())
                .filter(name -> !name.isEmpty());
        return new DecisionException(code, status, field, text, retryAfter, requestId);
    }

    /** A proxy's page is no JSON; some of it is better than nothing. */
    private static JsonValue document(byte[] body) {
        try {
            return Json.parse(body);
        } catch (IllegalArgumentException _) {
            String text = new String(body, StandardCharsets.UTF_8).strip();
            return new JsonString(
                    text.length() <= LONGEST_FOREIGN_TEXT ? text : text.substring(0, LONGEST_FOREIGN_TEXT));
        }
    }

    private static DecisionException.Code code(int status) {
        return switch (status) {
            case 400, 415, 422 -> DecisionException.Code.INVALID;
            case 401 -> DecisionException.Code.UNAUTHORIZED;
            case 403 -> DecisionException.Code.FORBIDDEN;
            case 404, 405 -> DecisionException.Code.NOT_FOUND;
            case 413 -> DecisionException.Code.TOO_LARGE;
            case 408, 425, 429, 502, 503, 504, 529 -> DecisionException.Code.BUSY;
            default -> DecisionException.Code.FAILED;
        };
    }

    private static boolean concernsABody(DecisionException.Code code) {
        return code == DecisionException.Code.INVALID || code == DecisionException.Code.TOO_LARGE;
    }

    private static Optional<String> named(String text) {
        Matcher matcher = FIELD.matcher(text);
        return matcher.find()
                ? Optional.of(matcher.group(1) == null ? matcher.group(2) : "questions." + matcher.group(2))
                : Optional.empty();
    }

    /** A path begins with the word that the member is in the body. */
    private static String location(List<String> path) {
        return path.stream().skip(1).collect(Collectors.joining("."));
    }

    /** Seconds, or the moment when to come again, by the clock of whoever names it. */
    private static Optional<Duration> pause(String header, HttpHeaders headers) {
        if (!header.isEmpty() && header.chars().allMatch(c -> c >= '0' && c <= '9')) {
            Matcher seconds = SECONDS.matcher(header);
            return Optional.of(
                    shorter(seconds.matches() ? Duration.ofSeconds(Long.parseLong(seconds.group(1))) : LONGEST_PAUSE));
        }
        return moment(header)
                .map(then -> Duration.between(
                        headers.firstValue("Date")
                                .flatMap(RefusalReader::moment)
                                .orElseGet(Instant::now),
                        then))
                .filter(wait -> !wait.isNegative())
                .map(RefusalReader::shorter);
    }

    private static Duration shorter(Duration pause) {
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    private static Optional<Instant> moment(String date) {
        try {
            return Optional.of(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
