/**
 * The single thread that computes.
 *
 * <p>{@link org.decisionservice.server.worker.InferenceWorker} owns one platform thread and everything that touches an
 * engine happens on it, one job at a time: loading, forward passes, the idle unload. Requests wait for their job on
 * their own virtual threads; one that gives up leaves its running pass alone. {@link
 * org.decisionservice.server.worker.Passes} is what a job does: its row batches through the resident model, once more
 * on the CPU where the device ran out of memory.
 */
@NullMarked
package org.decisionservice.server.worker;

import org.jspecify.annotations.NullMarked;
