/**
 * The single thread that computes.
 *
 * <p>{@link org.decisionservice.host.worker.InferenceWorker} owns one platform thread, and everything that touches an
 * engine happens on it, one pass at a time: loading, forward passes, idle unloading. Requests take turns: {@link
 * org.decisionservice.host.worker.WaitingRequests} says whose pass is next, so that a request with one question does
 * not wait for a whole batch ({@link org.decisionservice.host.worker.Turns}), nor an interactive one for bulk ones. If
 * sharing is allowed, requests of one pass for one checkpoint are combined in one pass. Requests wait for their outcome
 * on their own virtual threads; a request that gives up ends its work before the next pass.
 *
 * <p>In which precision new weights serve takes far longer to find out than a load. Once somebody was answered,
 * {@link org.decisionservice.host.worker.GateThread} does it on a thread of its own; a request for these weights waits,
 * and the others go on.
 *
 * <p>A {@link org.decisionservice.host.worker.QueuedRequest} is the work of a request with its progress, and
 * {@link org.decisionservice.host.worker.RequestPasses} has the passes of what it is computing now.
 * {@link org.decisionservice.host.worker.Passes} runs one of them on the resident model, and all of them on the CPU if
 * the device ran out of memory.
 */
@NullMarked
package org.decisionservice.host.worker;

import org.jspecify.annotations.NullMarked;
