/**
 * Which checkpoints a deployment serves, and under what names.
 *
 * <p>{@link org.decisionservice.server.checkpoints.CheckpointCatalogue} is made once at start from the configured
 * source: it knows which directory answers for which {@link org.decisionservice.api.CheckpointName}. A {@link
 * org.decisionservice.server.checkpoints.ServedCheckpoint} is one such directory; its configuration and tokenizer are
 * read on the thread of the first request that needs them and then stay, while the weights come and go with {@link
 * org.decisionservice.server.residency}; they are read again only if their files have changed when the weights are
 * loaded. Two names may lead to the same {@code ServedCheckpoint}: identity, not name,
 * decides what is loaded and which rows share a pass.
 */
@NullMarked
package org.decisionservice.server.checkpoints;

import org.jspecify.annotations.NullMarked;
