/**
 * What every process that computes needs, opened in one place: {@link org.decisionservice.host.backend.Inventory} says
 * which engines and checkpoints there are, and {@link org.decisionservice.host.backend.Backend} starts them.
 *
 * <p>{@link org.decisionservice.host.backend.Preload} loads and tries checkpoints before the first request.
 * {@link org.decisionservice.host.backend.CheckpointReload} reads the files of a checkpoint again, with the calibration
 * that belongs to them, and has the inference thread put both in force between two requests; what cannot be used
 * changes nothing. A {@link org.decisionservice.host.backend.Shadow} is another precision, other checkpoints, or other
 * files of what labels say, tried on requests that were answered already: it plans and decodes like the pipeline, and
 * computes in the {@linkplain org.decisionservice.host.worker.SpareTime spare time} of the inference thread.
 */
@NullMarked
package org.decisionservice.host.backend;

import org.jspecify.annotations.NullMarked;
