/**
 * Limits the number of requests in flight. {@link org.decisionservice.server.admission.Admission} counts the admitted
 * requests. A request over the limit is refused at once, unless a queue is
 * configured: then as many as that wait, first come first served, for at most its time.
 *
 * <p>A slot is taken before the first byte of a body is read and kept until the answer is computed, so it bounds how
 * many bodies are in memory, whatever their senders do. A request waits for the inference worker while it holds its
 * slot. A slow upload therefore occupies a slot, at most for the body read timeout, but never the worker.
 *
 * <p>{@link org.decisionservice.server.admission.MemoryBudget} bounds what the admitted requests hold together: a small
 * body can decode to a large one, and requests wait long for the worker.
 */
@NullMarked
package org.decisionservice.server.admission;

import org.jspecify.annotations.NullMarked;
