// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The cases in which this service deliberately answers differently from the recordings: the interface document takes
 * precedence over them.
 */
final class WantedDifferences {
    /** Settings that this service does not offer, and keys that it matches as UTF-8 unlike upstream. */
    private static final Set<String> NOT_OFFERED = Set.of("tournament", "key_nonascii", "key_latin1");

    private static final Pattern BUCKETED_THRESHOLD = Pattern.compile("\"min_confidence\"\\s*:\\s*\\{");

    private static final List<String> LANGUAGE_REASONS = List.of(
            "English Latin text", "Latin script", "non-Latin script", "no letters", "explicit lang=", "lang_guess");

    private WantedDifferences() {}

    /** Returns the case as this service should answer it; empty if the recording says nothing about it. */
    static Optional<GoldenCase> apply(GoldenCase recorded) {
        if (NOT_OFFERED.contains(recorded.environment()) || recorded.tags().contains("other_routes")) {
            return Optional.empty();
        }
        // Upstream loads a checkpoint before it checks the questions; this service needs none for a refused request.
        if (recorded.session().equals(Optional.of("h7"))) {
            return Optional.empty();
        }
        // Upstream accepts the scheme of Authorization only in this spelling; RFC 9110 allows any letter case.
        if (recorded.tags().contains("lowercase_scheme")) {
            return Optional.empty();
        }
        String change = recorded.recording().path("difference_0_3_26").asText();
        GoldenCase wanted = recorded;
        if (change.equals("status 200 -> 422") && recorded.tags().contains("model")) {
            JsonNode older = recorded.recording();
            wanted = recorded.expecting(
                    older.get("status_0_3_26").asInt(), older.get("body_0_3_26").asText());
        } else if (change.equals("status 200 -> 422")) {
            return Optional.empty();
        }
        return Optional.of(refusals(wanted));
    }

    private static GoldenCase refusals(GoldenCase wanted) {
        String sent = wanted.body().orElse("");
        int status = wanted.expected().status();
        if (wanted.path().equals("/health") && wanted.environment().startsWith("key")) {
            return wanted.expecting(200, "{\"status\": \"ok\"}");
        }
        // Upstream loads a checkpoint for a request without questions, which this service answers without one.
        if (wanted.path().equals("/health") && wanted.session().equals(Optional.of("h5"))) {
            return wanted.expecting(
                    200,
                    "{\"status\": \"ok\", \"loaded\": [], \"revisions\": {}, \"device\": \"cpu\","
                            + " \"device_is_preference\": true, \"checkpoint_devices\": {}, \"cpu_fallbacks\": {}}");
        }
        boolean notJson = sent.contains("NaN") || sent.contains("Infinity");
        if (notJson && (status == 200 || (status == 422 && wanted.tags().contains("json")))) {
            return wanted.expecting(400, "{\"detail\": \"\"}");
        }
        if (BUCKETED_THRESHOLD.matcher(sent).find() && status == 200) {
            return wanted.expecting(422, "{\"detail\": \"\"}");
        }
        // Trailing slashes are not accepted, and there is one page of documentation, at /docs.
        if (status == 307 || wanted.path().equals("/redoc")) {
            return wanted.expecting(404, "{\"detail\": \"\"}");
        }
        // Upstream answers with two probabilities of the same name, of which JSON keeps one.
        if (wanted.tags().contains("ch_num_str_ok")) {
            return wanted.expecting(422, "{\"detail\": \"\"}");
        }
        // Upstream uses the first of two keys.
        if (wanted.tags().contains("two_headers")) {
            return wanted.expecting(400, "{\"detail\": \"\"}");
        }
        return wanted;
    }

    /**
     * Removes from both answers everything that depends on language heuristics, which are this service's own.
     *
     * @return whether another checkpoint answered for such a reason, so that the numbers cannot be compared
     */
    static boolean dropLanguageEvidence(JsonNode wanted, JsonNode got) {
        boolean elsewhere = false;
        ArrayNode wantedResults = results(wanted);
        ArrayNode gotResults = results(got);
        for (int i = 0; i < Math.min(wantedResults.size(), gotResults.size()); i++) {
            JsonNode a = wantedResults.get(i);
            JsonNode b = gotResults.get(i);
            elsewhere |= !a.at("/routing/model").equals(b.at("/routing/model"))
                    && LANGUAGE_REASONS.stream()
                            .anyMatch(a.at("/routing/reason").asText()::startsWith);
            blankEvidence(a.path("routing"));
            blankEvidence(b.path("routing"));
            if (a.path("answers").isEmpty() && b.get("usage") instanceof ObjectNode usage) {
                usage.retain(a.path("usage").properties().stream()
                        .map(Map.Entry::getKey)
                        .toList());
            }
        }
        return elsewhere;
    }

    /**
     * Makes two health payloads comparable. This service always names revisions, and lists {@code loaded} in order of
     * loading, while upstream puts the least recently used one first.
     */
    static void dropResidencyOrder(JsonNode wanted, JsonNode got) {
        for (JsonNode health : List.of(wanted, got)) {
            if (health.get("loaded") instanceof ArrayNode loaded) {
                TreeSet<String> names = new TreeSet<>();
                loaded.forEach(name -> names.add(name.asText()));
                loaded.removeAll();
                names.forEach(loaded::add);
            }
            if (health.get("revisions") instanceof ObjectNode revisions) {
                revisions.properties().forEach(entry -> revisions.putNull(entry.getKey()));
            }
        }
    }

    private static ArrayNode results(JsonNode answer) {
        return answer.get("results") instanceof ArrayNode results
                ? results
                : GoldenCase.JSON.createArrayNode().add(answer);
    }

    private static void blankEvidence(JsonNode routing) {
        if (routing instanceof ObjectNode block) {
            block.remove("reason");
            block.remove("repo");
            // Says of a state without a word or number that there is nothing to read; LanguageSupportTest has these.
            block.remove("language_supported");
            if (block.get("detection") instanceof ObjectNode detection) {
                detection.remove("diagnostic");
                detection.properties().forEach(field -> detection.putNull(field.getKey()));
            }
        }
    }
}
