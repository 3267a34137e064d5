/**
 * Starting and stopping: the wiring of everything else.
 *
 * <p>{@link org.decisionservice.server.launch.Main} is the program. It reads the environment once, determines where it
 * is installed ({@link org.decisionservice.server.launch.Home}), starts a
 * {@link org.decisionservice.server.launch.Service} and stops it when the process is told to end. A {@code Service} is
 * the whole service on one port, so a test can start one as the program does. A configuration error produces one line
 * on standard error and exit status 2.
 *
 * <p>{@link org.decisionservice.server.launch.CommandLine} reads the arguments; its flags join the environment under
 * their own names, so the readers in {@link org.decisionservice.server.config} validate them as they do variables.
 * {@link org.decisionservice.server.launch.ProcessText} reads both as UTF-8 whatever the locale says, and
 * {@link org.decisionservice.server.launch.Terminal} tells a terminal that was closed from a signal that was sent.
 */
@NullMarked
package org.decisionservice.server.launch;

import org.jspecify.annotations.NullMarked;
