// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Expands paths as the Python implementation does: {@code ~} first, then {@code $NAME} and <code>${NAME}</code>;
 * unknown names remain unchanged.
 */
final class Expansion {
    private final Map<String, String> environment;

    Expansion(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The directory in which Hugging Face tools keep everything, unless HF_HOME says otherwise. */
    Path defaultHome() {
        return caches().resolve("huggingface");
    }

    /** The directory of everything that can be made again; empty if nobody says where it is, as in many containers. */
    Optional<Path> cacheHome() {
        return Optional.of(caches()).filter(Path::isAbsolute);
    }

    private Path caches() {
        String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
        return Path.of(of(caches.isBlank() ? "~/.cache" : caches));
    }

    String of(String path) {
        String text = path.equals("~") || path.startsWith("~/") ? home() + path.substring(1) : path;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            String name = text.charAt(i) == '$' ? nameAt(text, i + 1) : "";
            String value = environment.get(name);
            if (name.isEmpty() || value == null) {
                out.append(text.charAt(i++));
            } else {
                out.append(value);
                i += name.length() + (text.charAt(i + 1) == '{' ? 3 : 1);
            }
        }
        return out.toString();
    }

    private String home() {
        String home = environment.getOrDefault("HOME", "");
        return home.isEmpty() ? System.getProperty("user.home") : home;
    }

    /** Returns the name that starts at {@code from}, in braces or not; empty if there is none. */
    private static String nameAt(String text, int from) {
        boolean braces = text.startsWith("{", from);
        int start = braces ? from + 1 : from;
        int end = start;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return braces && !text.startsWith("}", end) ? "" : text.substring(start, end);
    }
}
