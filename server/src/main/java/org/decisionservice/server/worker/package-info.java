/**
 * The single thread that computes.
 *
 * <p>{@link org.decisionservice.server.worker.InferenceWorker} owns one platform thread and everything that touches an
 * engine happens on it, one job at a time: loading, forward passes, the idle unload. Where it is allowed to, it takes
 * the rows of all {@link org.decisionservice.server.worker.WaitingJobs} for one checkpoint into one pass. Requests wait
 * for their job on their own virtual threads; one that gives up ends its work
 * before the next pass. {@link
 * org.decisionservice.server.worker.Passes} is what a job does: its row batches through the resident model, once more
 * on the CPU where the device ran out of memory.
 */
@NullMarked
package org.decisionservice.server.worker;

import org.jspecify.annotations.NullMarked;
