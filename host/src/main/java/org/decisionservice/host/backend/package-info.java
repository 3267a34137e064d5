/**
 * What every process that computes needs, opened in one place: {@link org.decisionservice.host.backend.Inventory} says
 * which engines and checkpoints there are, and {@link org.decisionservice.host.backend.Backend} starts them.
 */
@NullMarked
package org.decisionservice.host.backend;

import org.jspecify.annotations.NullMarked;
