/**
 * Whose weights are in memory.
 *
 * <p>{@link org.decisionservice.server.residency.Residency} holds one {@link
 * org.decisionservice.server.residency.Resident} per loaded checkpoint and nothing for the others. Only the inference
 * thread calls it, so a model is never dropped while a pass uses it and no lock is needed; what {@code /health} shows
 * is a snapshot that any thread may read, replaced after every change.
 *
 * <p>Files may change under a loaded model. A {@link org.decisionservice.server.residency.WeightsFile} tells so before
 * and after every pass, and {@link org.decisionservice.server.residency.Changes} what follows from it: an answer is of
 * the checkpoint that was loaded or of the one that lies there now, never of both.
 */
@NullMarked
package org.decisionservice.server.residency;

import org.jspecify.annotations.NullMarked;
