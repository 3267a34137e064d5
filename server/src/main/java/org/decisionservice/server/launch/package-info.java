/**
 * Starting and stopping: the wiring of everything else.
 *
 * <p>{@link org.decisionservice.server.launch.Main} is the program. It reads the environment once, finds out where it
 * was installed ({@link org.decisionservice.server.launch.Home}), starts a {@link
 * org.decisionservice.server.launch.Service} and stops it when the process is told to end. A {@code Service} is the
 * whole thing on one port, so a test starts one as the program does. What the configuration gets wrong ends as one line
 * on standard error and exit status 2.
 */
@NullMarked
package org.decisionservice.server.launch;

import org.jspecify.annotations.NullMarked;
