// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.RequestClass;

/** The keys that admit clients now. Safe for any number of threads. */
public final class ApiKeys {
    private static final System.Logger LOG = System.getLogger(ApiKeys.class.getName());

    private final Optional<Path> file;
    private volatile List<ApiKey> inForce;

    private ApiKeys(Optional<Path> file, List<ApiKey> inForce) {
        this.file = file;
        this.inForce = inForce;
    }

    /**
     * The keys of a deployment; empty if it has none.
     *
     * @param key the one key for all
     * @param file of keys with names, instead of that
     * @throws ConfigurationException if the file cannot be used, naming the place and the fix
     */
    public static Optional<ApiKeys> of(Optional<String> key, Optional<Path> file) {
        return file.map(path -> new ApiKeys(file, ApiKeysFile.read(path)))
                .or(() -> key.map(text -> new ApiKeys(file, single(text))));
    }

    /** One key, also for programs that send one byte for each letter, as browsers do. */
    private static List<ApiKey> single(String key) {
        ApiKey utf8 = single(key.getBytes(StandardCharsets.UTF_8));
        return StandardCharsets.ISO_8859_1.newEncoder().canEncode(key)
                ? List.of(utf8, single(key.getBytes(StandardCharsets.ISO_8859_1)))
                : List.of(utf8);
    }

    private static ApiKey single(byte[] key) {
        return new ApiKey(
                Optional.empty(),
                WeightsDigest.sha256().digest(key),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                RequestClass.INTERACTIVE);
    }

    /**
     * The key that a client sent, if it is one of these. Takes the same time whichever it is, or how much of it is
     * right: digests are compared, and all of them.
     *
     * @param sent the bytes of the key
     */
    public Optional<ApiKey> find(byte[] sent) {
        byte[] digest = WeightsDigest.sha256().digest(sent);
        Optional<ApiKey> found = Optional.empty();
        for (ApiKey key : inForce) {
            // Evaluated for every key, so that the time does not tell which one it was.
            boolean equal = key.has(digest);
            found = equal ? Optional.of(key) : found;
        }
        return found;
    }

    /** Whether the keys have names. */
    public boolean named() {
        return file.isPresent();
    }

    /**
     * Reads the file again. Requests under way go on with the key that they came with.
     *
     * @return why the old keys stay in force; empty if there is no file, or the new ones are in force
     */
    public Optional<String> reload() {
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            List<ApiKey> next = ApiKeysFile.read(file.get());
            inForce = next;
            LOG.log(
                    INFO,
                    "{0} API keys are in force, from {1}",
                    next.size(),
                    file.get().getFileName());
            return Optional.empty();
        } catch (ConfigurationException e) {
            LOG.log(WARNING, "the API keys stay as they were: {0}", e.getMessage());
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
