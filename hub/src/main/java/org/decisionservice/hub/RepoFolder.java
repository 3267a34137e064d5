// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.util.Optional;

/**
 * A checkpoint on the hub: a repository, or a folder in one.
 *
 * @param repo {@code owner/name}
 * @param folder inside the repository, without slashes at its ends; empty for its root
 */
public record RepoFolder(String repo, Optional<String> folder) {
    /** {@code path} within the checkpoint as the repository calls it. */
    String path(String path) {
        return folder.map(f -> f + "/" + path).orElse(path);
    }

    @Override
    public String toString() {
        return repo + folder.map(f -> "/" + f).orElse("");
    }
}
