// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.hub.Hub;

/**
 * Reads how to reach the hub, from the variables that all Hugging Face tools use. Some of them are no settings of the
 * service and are read from the environment alone: older names, and those that other tools of a machine set.
 */
final class HubSettings {
    private static final String TAKES_PATH = "the path of a directory";
    private static final String OLD_TOKEN = "HUGGING_FACE_HUB_TOKEN";

    private final Values values;
    private final Map<String, String> environment;
    private final Expansion expansion;

    private HubSettings(Values values, Map<String, String> environment) {
        this.values = values;
        this.environment = environment;
        this.expansion = new Expansion(environment);
    }

    /** {@code environment} provides HOME and XDG_CACHE_HOME for the default location of the cache, too. */
    static Hub.Settings read(Values values, Map<String, String> environment) {
        HubSettings hub = new HubSettings(values, environment);
        return new Hub.Settings(
                values.read(
                                Setting.HF_ENDPOINT,
                                "an http or https address without user, query or fragment",
                                HubSettings::endpoint)
                        .orElseThrow(),
                hub.token(),
                hub.cache(),
                hub.offline(),
                namesProxyToJava() ? Optional.empty() : new EnvironmentProxies(environment).named());
    }

    /**
     * What the environment says of the hub and has no effect: a token of {@code hf auth login} or a proxy that cannot
     * be used.
     *
     * @throws ConfigurationException as {@link #read}
     */
    static List<String> notices(Values values, Map<String, String> environment) {
        HubSettings hub = new HubSettings(values, environment);
        List<String> notices = new ArrayList<>();
        if (!namesProxyToJava()) {
            notices.addAll(new EnvironmentProxies(environment).notUsed());
        }
        if (hub.givenToken().isEmpty()) {
            try {
                var _ = hub.loginToken();
            } catch (ConfigurationException e) {
                notices.add(e.getMessage() + "; the hub is asked without a token");
            }
        }
        return notices;
    }

    private static boolean namesProxyToJava() {
        return System.getProperty("https.proxyHost") != null || System.getProperty("http.proxyHost") != null;
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

    private Path cache() {
        return values.read(Setting.HF_HUB_CACHE, TAKES_PATH, text -> Values.path(expansion.of(text)))
                .or(() -> variable("HUGGINGFACE_HUB_CACHE"))
                .orElseGet(() -> home().resolve("hub"))
                .toAbsolutePath();
    }

    private Path home() {
        return values.read(Setting.HF_HOME, TAKES_PATH, text -> Values.path(expansion.of(text)))
                .orElseGet(expansion::defaultHome);
    }

    private Optional<Path> variable(String name) {
        return text(name)
                .map(text -> Values.required(
                        name,
                        () -> Values.path(expansion.of(text)),
                        ": " + Values.quoted(text) + " cannot be used; it takes a path"));
    }

    private Optional<String> text(String name) {
        return Optional.of(environment.getOrDefault(name, "").strip()).filter(text -> !text.isEmpty());
    }

    private boolean isSet(String name) {
        return text(name).flatMap(Values::truth).orElse(false);
    }

    private boolean offline() {
        boolean said = text(Setting.HF_HUB_OFFLINE.variable()).isPresent();
        return values.flag(Setting.HF_HUB_OFFLINE) || (!said && isSet("TRANSFORMERS_OFFLINE"));
    }

    /** No message shows the token. */
    private Optional<String> token() {
        Optional<String> given = givenToken();
        try {
            return given.isPresent() ? given : loginToken();
        } catch (ConfigurationException _) {
            // The operator did not name this file, and may not need the hub; a notice says so.
            return Optional.empty();
        }
    }

    /** The token of a variable that was set for it. Its file takes precedence. */
    private Optional<String> givenToken() {
        return Secret.read(values, Setting.HF_TOKEN)
                .map(token -> usable(token, Secret.origin(values, Setting.HF_TOKEN)))
                .or(() -> text(OLD_TOKEN).map(token -> usable(token, OLD_TOKEN)));
    }

    /** The token that {@code hf auth login} has left for all tools of the machine. */
    private Optional<String> loginToken() {
        String named = "HF_TOKEN_PATH";
        Path file = variable(named).orElseGet(() -> home().resolve("token"));
        if (isSet("HF_HUB_DISABLE_IMPLICIT_TOKEN") || Files.notExists(file)) {
            return Optional.empty();
        }
        return Optional.of(usable(Secret.fromFile(file.toString(), named), named));
    }

    /** The token goes into a header, and any other character would break that header or add another. */
    private static String usable(String token, String origin) {
        if (token.chars().allMatch(c -> c > ' ' && c < 127)) {
            return token;
        }
        throw new ConfigurationException(
                origin + ": not a token of the hub, which is a single word of ASCII letters, digits and signs");
    }
}
