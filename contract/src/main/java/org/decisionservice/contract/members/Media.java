// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.members;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;

/**
 * Pictures, audio, video and documents. No checkpoint reads them, and an answer from the text beside them would pass
 * for one that has seen them, so they are refused.
 */
public final class Media {
    /** Members of a body that other servers of this kind take them in. */
    public static final List<String> FIELDS = List.of("image", "images", "audio", "video", "assets");

    private static final String FIX = "this service reads text. Leave it out, or say in text what it holds";

    /** Types of parts whose content is a member of the same name. */
    private static final Set<String> OWN_NAME =
            Set.of("image_url", "audio_url", "video_url", "image_file", "input_audio", "input_video", "file");

    /** Types of parts whose content is one of a few members. */
    private static final Map<String, List<String>> OTHER_NAMES = Map.of(
            "input_image", List.of("image_url", "file_id"),
            "input_file", List.of("file_data", "file_url", "file_id"));

    /** Types of parts whose content is a source, or data or an address and little else. */
    private static final Set<String> KINDS = Set.of("image", "audio", "video", "document");

    private static final Set<String> SOURCES = Set.of("base64", "url", "file");
    private static final Set<String> BESIDE_DATA =
            Set.of("type", "data", "uri", "mime_type", "mimeType", "resolution", "media_resolution");

    private Media() {}

    /**
     * Refuses a body with a member for them that holds anything.
     *
     * @throws RefusedException naming the member
     */
    public static void refuseMembers(Map<String, JsonValue> body) {
        for (String field : FIELDS) {
            JsonValue value = body.get(field);
            if (value != null && !isEmpty(value)) {
                throw Place.BODY.member(field).refuse(ErrorCode.UNSUPPORTED_CONTENT, "it is not read; " + FIX);
            }
        }
    }

    /**
     * Refuses a value in which a content part of a chat holds one. Other JSON is text, whatever its members are called.
     *
     * @param place where the value stands; asked only if it is refused, because a state may have very many values
     * @throws RefusedException naming the part
     */
    public static void refuseParts(Supplier<Place> place, JsonValue value) {
        switch (value) {
            case JsonArray array -> {
                for (int i = 0; i < array.elements().size(); i++) {
                    int index = i;
                    refuseParts(
                            () -> place.get().element(index), array.elements().get(i));
                }
            }
            case JsonObject object -> {
                part(object.members()).ifPresent(type -> {
                    throw place.get()
                            .refuse(
                                    ErrorCode.UNSUPPORTED_CONTENT,
                                    "a content part of the type " + type + " is not read; " + FIX);
                });
                object.members()
                        .forEach((name, member) -> refuseParts(() -> place.get().named(name), member));
            }
            default -> {}
        }
    }

    /** The type of a content part that holds one; empty if it holds none. */
    private static Optional<String> part(Map<String, JsonValue> members) {
        if (members.get("type") instanceof JsonString(String type)) {
            boolean named = (OWN_NAME.contains(type) && holds(members, type))
                    || OTHER_NAMES.getOrDefault(type, List.of()).stream().anyMatch(name -> holds(members, name))
                    || (KINDS.contains(type) && (hasSource(members) || hasData(members)));
            return Optional.of(type).filter(_ -> named);
        }
        return Stream.of("inline_data", "inlineData", "file_data", "fileData")
                .filter(name -> members.get(name) instanceof JsonObject blob && isBlob(blob.members()))
                .findFirst();
    }

    private static boolean hasSource(Map<String, JsonValue> members) {
        return members.get("source") instanceof JsonObject source
                && source.members().get("type") instanceof JsonString(String type)
                && SOURCES.contains(type);
    }

    private static boolean hasData(Map<String, JsonValue> members) {
        return (isText(members, "data") || isText(members, "uri")) && BESIDE_DATA.containsAll(members.keySet());
    }

    private static boolean isBlob(Map<String, JsonValue> members) {
        boolean typed = isText(members, "mime_type") || isText(members, "mimeType");
        return (typed && isText(members, "data")) || isText(members, "file_uri") || isText(members, "fileUri");
    }

    private static boolean isText(Map<String, JsonValue> members, String name) {
        return members.get(name) instanceof JsonString;
    }

    private static boolean holds(Map<String, JsonValue> members, String name) {
        return Optional.ofNullable(members.get(name))
                .filter(Predicate.not(Media::isEmpty))
                .isPresent();
    }

    private static boolean isEmpty(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> true;
            case JsonString(String text) -> text.isBlank();
            case JsonArray array -> array.elements().isEmpty();
            case JsonObject object -> object.members().isEmpty();
            default -> false;
        };
    }
}
