// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.hub.Hub;

/** Reads how to reach the hub, from the variables that all Hugging Face tools use. */
final class HubSettings {
    private static final URI PUBLIC = URI.create("https://huggingface.co");
    private static final String TAKES_PATH = "the path of a directory";

    private HubSettings() {}

    /** {@code environment} provides HOME and XDG_CACHE_HOME for the default location of the cache. */
    static Hub.Settings read(Values values, Map<String, String> environment) {
        return new Hub.Settings(
                values.read(
                                Setting.HUB_ENDPOINT,
                                "an http or https address without user, query or fragment",
                                HubSettings::endpoint)
                        .orElse(PUBLIC),
                token(values),
                cache(values, new Expansion(environment)),
                values.flag(Setting.HUB_OFFLINE, false));
    }

    private static Optional<URI> endpoint(String text) {
        try {
            URI uri = new URI(text.replaceFirst("/+$", ""));
            String scheme = String.valueOf(uri.getScheme());
            boolean usable = (scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
            return usable ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    private static Path cache(Values values, Expansion expansion) {
        Optional<Path> home = values.read(Setting.HUB_HOME, TAKES_PATH, text -> Values.path(expansion.of(text)));
        return values.read(Setting.HUB_CACHE, TAKES_PATH, text -> Values.path(expansion.of(text)))
                .orElseGet(() -> home.orElseGet(expansion::defaultHome).resolve("hub"))
                .toAbsolutePath();
    }

    /** Reads the token; its file takes precedence over its variable. No message shows the token. */
    private static Optional<String> token(Values values) {
        Optional<String> token = Secret.read(values, Setting.HUB_TOKEN, Setting.HUB_TOKEN_FILE);
        // The token goes into a header, and any other character would break that header or add another.
        if (token.filter(t -> !t.chars().allMatch(c -> c > ' ' && c < 127)).isPresent()) {
            Setting origin =
                    values.text(Setting.HUB_TOKEN_FILE).isPresent() ? Setting.HUB_TOKEN_FILE : Setting.HUB_TOKEN;
            throw new ConfigurationException(origin.variable()
                    + ": not a token of the hub, which is a single word of ASCII letters, digits and signs");
        }
        return token;
    }
}
