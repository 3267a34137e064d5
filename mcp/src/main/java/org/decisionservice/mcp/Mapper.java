// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.util.function.Supplier;

/** The SDK's messages as JSON, by the Jackson that the service has. */
final class Mapper implements McpJsonMapper {
    static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @Override
    public <T> T readValue(String text, Class<T> type) throws IOException {
        return JSON.readValue(text, type);
    }

    @Override
    public <T> T readValue(byte[] text, Class<T> type) throws IOException {
        return JSON.readValue(text, type);
    }

    @Override
    public <T> T readValue(String text, TypeRef<T> type) throws IOException {
        return JSON.readValue(text, JSON.constructType(type.getType()));
    }

    @Override
    public <T> T readValue(byte[] text, TypeRef<T> type) throws IOException {
        return JSON.readValue(text, JSON.constructType(type.getType()));
    }

    @Override
    public <T> T convertValue(Object value, Class<T> type) {
        return converted(() -> JSON.convertValue(value, type));
    }

    @Override
    public <T> T convertValue(Object value, TypeRef<T> type) {
        return converted(() -> JSON.convertValue(value, JSON.constructType(type.getType())));
    }

    /** The SDK converts the parameters of requests so, and answers with what is thrown; Jackson speaks of classes. */
    private static <T> T converted(Supplier<T> conversion) {
        try {
            return conversion.get();
        } catch (IllegalArgumentException _) {
            throw McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS)
                    .message("'params' are not those of this method")
                    .build();
        }
    }

    @Override
    public String writeValueAsString(Object value) throws IOException {
        return JSON.writeValueAsString(value);
    }

    @Override
    public byte[] writeValueAsBytes(Object value) throws IOException {
        return JSON.writeValueAsBytes(value);
    }
}
