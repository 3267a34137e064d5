/**
 * Who may come in. {@link org.decisionservice.server.admission.Admission} counts the requests inside; a request over
 * the count is told so at once and never queued.
 *
 * <p>A slot is taken before the first byte of a body is read and kept until the answer is computed, so it bounds how
 * many bodies lie in memory, whatever their senders do. Waiting for the inference worker happens inside: a slow upload
 * costs a slot for as long as the body's read time-out, never the worker.
 */
@NullMarked
package org.decisionservice.server.admission;

import org.jspecify.annotations.NullMarked;
