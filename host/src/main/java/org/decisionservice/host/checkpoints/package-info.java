/**
 * Which checkpoints a deployment serves, and under what names.
 *
 * <p>{@link org.decisionservice.host.checkpoints.CheckpointCatalogue} is created once at start from the configured
 * source. It knows which directory answers for which {@link org.decisionservice.api.CheckpointName}: the three that
 * requests are routed to, and those of {@code SERVICE_EXTRA_MODELS}. A
 * {@link org.decisionservice.host.checkpoints.ServedCheckpoint} is one such directory. Two names may lead to the same
 * {@code ServedCheckpoint}: identity, not the name, determines what is loaded.
 *
 * <p>What its files are at one time is a {@link org.decisionservice.host.checkpoints.CheckpointVersion}:
 * configuration, tokenizer and the stamps of all files, weights included. The thread of the first request that needs it
 * reads it, and it stays in memory, while {@link org.decisionservice.host.residency} loads and drops the weights. A
 * request holds the version that it was packed with, and only the weights of that version compute its rows. Files that
 * have changed are another version: it comes into force when somebody reloads the checkpoint, or when weights are
 * loaded and the old files are gone.
 *
 * <p>{@link org.decisionservice.host.checkpoints.Calibrations} are those in force: each goes to the checkpoint that its
 * file was made for, and can be read again.
 */
@NullMarked
package org.decisionservice.host.checkpoints;

import org.jspecify.annotations.NullMarked;
