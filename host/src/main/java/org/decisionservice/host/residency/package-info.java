/**
 * The checkpoints whose weights are in memory.
 *
 * <p>{@link org.decisionservice.host.residency.Residency} holds one
 * {@link org.decisionservice.host.residency.Resident} per loaded checkpoint and nothing for the others. Only the
 * inference thread calls it, so a model is never dropped while a pass uses it and no lock is needed. {@code /health}
 * shows a snapshot that any thread may read, replaced after every change.
 *
 * <p>If there is a limit, the checkpoint that was not used for longest leaves before another is loaded. A model
 * computes the rows of one version of its checkpoint only. A version that was replaced keeps its model until no
 * request holds it.
 *
 * <p>Files may change under a loaded model. A {@link org.decisionservice.host.residency.WeightsFile} detects that
 * before and after every pass, and {@link org.decisionservice.host.residency.Changes} decides what follows from it:
 * an answer comes from the checkpoint that was loaded or from the one that is there now, never from both.
 */
@NullMarked
package org.decisionservice.host.residency;

import org.jspecify.annotations.NullMarked;
