// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.config.Config;
import io.helidon.config.ConfigException;
import io.helidon.config.ConfigSources;
import io.helidon.config.yaml.YamlConfigParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.host.ConfigurationException;

/** Merges the environment over the configuration file into one tree. */
final class Sources {
    private static final int LARGEST_BYTES = 1 << 20;

    private Sources() {}

    /** Merges both. A key of the file that is not a setting, or a file that is not YAML, stops the start. */
    static Config merge(Map<String, String> environment, Path file) {
        Config.Builder builder = Config.builder()
                .disableEnvironmentVariablesSource()
                .disableSystemPropertiesSource()
                // Values are taken literally: an API key such as "a$b" must not be expanded.
                .disableKeyResolving()
                .disableValueResolving()
                .disableParserServices()
                .addParser(YamlConfigParser.create())
                .addSource(ConfigSources.create(variables(environment)));
        try {
            // One that cannot be looked at may hold the key.
            Config config = Files.notExists(file)
                    ? builder.build()
                    : builder.addSource(ConfigSources.create(text(file), MediaTypes.APPLICATION_X_YAML))
                            .build();
            requireKnown(config, file);
            return config;
        } catch (ConfigException e) {
            throw new ConfigurationException(file + " cannot be read as YAML: " + Values.quoted(e.toString()));
        }
    }

    private static String text(Path file) {
        try {
            String text = RegularFile.text(file, LARGEST_BYTES);
            YamlShape.check(file.toString(), text);
            return text;
        } catch (IOException e) {
            throw new ConfigurationException(file + " cannot be read: " + RegularFile.reason(e));
        }
    }

    private static Map<String, String> variables(Map<String, String> environment) {
        Map<String, String> byKey = new HashMap<>();
        for (Setting setting : Setting.values()) {
            for (String key : List.of(setting.key(), setting.fileKey())) {
                setting.given(key, environment).ifPresent(name -> byKey.put(key, environment.get(name)));
            }
        }
        return byKey;
    }

    /** Refuses the first key that never was a setting, or else all that are none any more. */
    private static void requireKnown(Config config, Path file) {
        SortedMap<String, String> gone = new TreeMap<>();
        config.traverse().filter(Config::isLeaf).forEach(leaf -> {
            String key = leaf.key().toString();
            // The items of a list are leaves, too: "checkpoints.models.0".
            String owner = key.replaceFirst("\\.\\d+$", "");
            if (Setting.ofKey(owner).isEmpty()) {
                String why = FormerSetting.ofKey(owner, leaf.asString().orElse(""))
                        .orElseThrow(() -> new ConfigurationException(file + ": unknown setting " + Values.quoted(key)
                                + "; the conf/application.yaml of this release lists every setting"));
                gone.putIfAbsent(owner, why);
            }
        });
        if (!gone.isEmpty()) {
            throw new ConfigurationException(file + ": " + String.join(". ", gone.values()));
        }
    }
}
