/**
 * Replacing what is served while it answers: {@link org.decisionservice.host.reload.CheckpointReload} reads the files
 * of a checkpoint again, with the calibration that belongs to them, and has the inference thread put both in force
 * between two requests. What cannot be used changes nothing.
 */
@NullMarked
package org.decisionservice.host.reload;

import org.jspecify.annotations.NullMarked;
