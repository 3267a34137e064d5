// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.nio.file.Path;

/**
 * A checkpoint in the cache.
 *
 * @param directory holds the checkpoint's files, mostly as symbolic links
 * @param commit 40 hex digits
 */
public record Snapshot(Path directory, String commit) {}
