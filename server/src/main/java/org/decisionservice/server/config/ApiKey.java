package org.decisionservice.server.config;

import java.util.Optional;

/** The bearer token of the decision routes, from its file or its variable. No message here shows it. */
final class ApiKey {
    private ApiKey() {}

    /** The file wins over the variable. */
    static Optional<String> read(Values values) {
        Optional<String> file = values.text(Setting.API_KEY_FILE);
        Optional<String> key = file.isPresent()
                ? file.map(name -> SecretFile.read(Setting.API_KEY_FILE, name, "key"))
                : values.text(Setting.API_KEY);
        if (key.filter(k -> k.chars().anyMatch(Character::isISOControl)).isPresent()) {
            Setting origin = file.isPresent() ? Setting.API_KEY_FILE : Setting.API_KEY;
            throw new ConfigurationException(origin.variable()
                    + ": the key holds a line break or another control character; no client could send it");
        }
        return key;
    }
}
