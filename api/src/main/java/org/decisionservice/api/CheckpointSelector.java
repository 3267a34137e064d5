// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

/**
 * A control of a request that selects a checkpoint.
 *
 * @param text as the client sent it; the reason for the choice quotes it
 * @param checkpoint what the text selects
 */
public record CheckpointSelector(String text, CheckpointName checkpoint) {}
