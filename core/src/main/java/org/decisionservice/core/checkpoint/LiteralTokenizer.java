// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * A {@code tokenizer.json} without its special tokens, so that a text that spells one is tokenized like any other text.
 * The special ones among the added tokens are left out. If the id of one lies behind the vocabulary, the token stays
 * under a random name instead: the library numbers such tokens by their order, and those after it must keep their ids.
 */
final class LiteralTokenizer {
    private static final JsonMapper JSON = new JsonMapper(JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build());

    private final byte[] json;
    private final Set<String> specialTokens;

    private LiteralTokenizer(byte[] json, Set<String> specialTokens) {
        this.json = json;
        this.specialTokens = specialTokens;
    }

    /**
     * Rewrites a file.
     *
     * @param vocabulary entries of the model's own vocabulary
     * @param named texts of tokens that are special although the file may not say so
     */
    static LiteralTokenizer of(byte[] content, int vocabulary, Set<String> named) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length);
        Set<String> special = new HashSet<>(named);
        try (JsonParser in = JSON.createParser(content);
                JsonGenerator to = JSON.createGenerator(out)) {
            in.nextToken();
            to.writeStartObject();
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String member = in.currentName();
                in.nextToken();
                to.writeFieldName(member);
                switch (member) {
                    case "added_tokens" -> to.writeTree(ordinary(in.readValueAsTree(), vocabulary, special));
                    // It adds the tokens at the ends of a text, which the packer does, and refers to them by name.
                    case "post_processor" -> {
                        in.skipChildren();
                        to.writeNull();
                    }
                    default -> to.copyCurrentStructure(in);
                }
            }
            to.writeEndObject();
        }
        return new LiteralTokenizer(out.toByteArray(), special);
    }

    private static ArrayNode ordinary(JsonNode tokens, int vocabulary, Set<String> special) {
        ArrayNode kept = JSON.createArrayNode();
        for (JsonNode token : tokens) {
            String content = token.path("content").asText();
            boolean isSpecial = token.path("special").asBoolean() || special.contains(content);
            if (!isSpecial) {
                kept.add(token);
                continue;
            }
            special.add(content);
            if (token.path("id").asInt() >= vocabulary) {
                ObjectNode renamed = token.deepCopy();
                kept.add(renamed.put("content", "<" + UUID.randomUUID() + ">"));
            }
        }
        return kept;
    }

    byte[] json() {
        return json;
    }

    /** Texts of the special tokens, which the rewritten tokenizer does not know. */
    Set<String> specialTokens() {
        return specialTokens;
    }
}
