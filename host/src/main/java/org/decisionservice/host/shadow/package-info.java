/**
 * Another way of answering, tried on requests that were answered already.
 *
 * <p>A {@link org.decisionservice.host.shadow.Shadow} has another precision, other checkpoints, or other files of what
 * labels say; all else is as it is served. It plans and decodes like the pipeline, and computes in the
 * {@linkplain org.decisionservice.host.worker.SpareTime spare time} of the inference thread. Where only files differ,
 * it asks the weights that are served; otherwise its own are loaded before the service listens, and stay.
 */
@NullMarked
package org.decisionservice.host.shadow;

import org.jspecify.annotations.NullMarked;
