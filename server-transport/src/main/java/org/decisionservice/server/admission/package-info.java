/**
 * Limits the number of requests in flight. {@link org.decisionservice.server.admission.Admission} counts the admitted
 * requests. A request over the limit is refused at once, unless a queue is
 * configured: then as many as that wait, first come first served, for at most its time.
 *
 * <p>A slot is taken before the first byte of a body is read and kept until all but the end of the answer is written,
 * so it bounds how many bodies and answers are in memory, whatever their senders do. A request waits for the inference
 * worker while it holds its slot. A slow upload therefore occupies a slot, at most for the body read timeout, but never
 * the worker; and it loses its slot, as a client does that does not read its answer, as soon as another request needs
 * it. If an address has a limit of its own, it cannot take all slots, nor the whole queue.
 *
 * <p>{@link org.decisionservice.server.admission.MemoryBudget} bounds what the admitted requests hold together until
 * their answers are written: a small body can need many rows, and requests wait long for the worker. Slots are handed
 * out in the order of arrival, by {@code FairPool}; memory by key and by size, too.
 */
@NullMarked
package org.decisionservice.server.admission;

import org.jspecify.annotations.NullMarked;
