/**
 * The command line: what the program is told to do, and the settings that people type rather than export.
 *
 * <p>{@link org.decisionservice.server.command.CommandLine} reads the arguments. Its flags join the environment under
 * their own names, so the readers in {@link org.decisionservice.server.config} validate them as they do variables.
 */
@NullMarked
package org.decisionservice.server.command;

import org.jspecify.annotations.NullMarked;
