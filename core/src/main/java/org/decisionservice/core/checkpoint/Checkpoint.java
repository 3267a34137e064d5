// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import org.decisionservice.engine.spi.ModelSource;

/**
 * A checkpoint, without its weights.
 *
 * @param source what an engine needs to load the weights
 * @param config the numbers that determine rows and answers
 * @param tokenizer shared by all threads; the owner of the checkpoint closes it
 */
public record Checkpoint(ModelSource source, CheckpointConfig config, Tokenizer tokenizer) {}
