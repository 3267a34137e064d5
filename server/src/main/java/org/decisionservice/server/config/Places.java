// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.decisionservice.host.HostSettings;
import org.decisionservice.hub.RepoFolder;

/** Reads where a single checkpoint is. */
final class Places {
    private static final String HUB = "hub:";

    private Places() {}

    /** Reads an existing directory, or else a repository of the hub. The prefix {@code hub:} always means the hub. */
    static Optional<HostSettings.Place> read(String text) {
        if (text.startsWith(HUB)) {
            return onHub(text.substring(HUB.length()));
        }
        Optional<Path> directory = directory(text);
        return directory.isPresent() ? directory.map(HostSettings.Folder::new) : onHub(text);
    }

    /** Reads {@code owner/name} or {@code owner/name/folder}. */
    static Optional<HostSettings.Place> onHub(String text) {
        String[] parts = text.split("/", 3);
        boolean names = parts.length >= 2 && isRepoPart(parts[0]) && isRepoPart(parts[1]);
        Optional<String> folder = parts.length == 3 ? Optional.of(parts[2]) : Optional.empty();
        return names && folder.stream().allMatch(Places::isPath)
                ? Optional.of(new HostSettings.OnHub(new RepoFolder(parts[0] + "/" + parts[1], folder)))
                : Optional.empty();
    }

    static Optional<Path> directory(String text) {
        return Values.readable(text).filter(Files::isDirectory);
    }

    /** Whether {@code text} can become part of a file name in the cache. */
    static boolean isPath(String text) {
        for (String part : text.split("/", -1)) {
            if (!isName(part)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isName(String text) {
        return text.matches("[A-Za-z0-9_][A-Za-z0-9._-]*") && !text.contains("..");
    }

    /** The cache joins the parts of a repository's name with two dashes, so the hub allows none within a part. */
    private static boolean isRepoPart(String text) {
        return isName(text) && !text.contains("--");
    }
}
