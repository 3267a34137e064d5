// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.util.Optional;

/**
 * A checkpoint on the hub: a repository, or a folder in one.
 *
 * @param repo {@code owner/name}
 * @param folder folder in the repository, without leading or trailing slashes; empty for its root
 */
public record RepoFolder(String repo, Optional<String> folder) {
    /** The path in the repository of {@code path} in the checkpoint. */
    String path(String path) {
        return folder.map(f -> f + "/" + path).orElse(path);
    }

    @Override
    public String toString() {
        return repo + folder.map(f -> "/" + f).orElse("");
    }
}
