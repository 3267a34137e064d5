/**
 * The single thread that computes.
 *
 * <p>{@link org.decisionservice.server.worker.InferenceWorker} owns one platform thread, and everything that touches an
 * engine happens on it, one job at a time: loading, forward passes, idle unloading. If sharing is allowed, it combines
 * the rows of all {@link org.decisionservice.server.worker.WaitingJobs} for one checkpoint in one pass. Requests wait
 * for their job on their own virtual threads; a request that gives up ends its work before the next pass.
 * {@link org.decisionservice.server.worker.Passes} runs the row batches of a job through the resident model, and runs
 * them again on the CPU if the device ran out of memory.
 */
@NullMarked
package org.decisionservice.server.worker;

import org.jspecify.annotations.NullMarked;
