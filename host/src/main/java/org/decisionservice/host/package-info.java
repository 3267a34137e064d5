/**
 * What every process that computes needs, opened in one place: {@link org.decisionservice.host.Inventory} says which
 * engines and checkpoints there are, and {@link org.decisionservice.host.Backend} starts them. The service, the commands
 * that take files, and {@code --once} use the same.
 */
@NullMarked
package org.decisionservice.host;

import org.jspecify.annotations.NullMarked;
