/**
 * The commands that take files: {@link org.decisionservice.tools.command.Program} runs the one that its arguments name,
 * with the settings of an installation ({@link org.decisionservice.tools.command.Deployment}).
 */
@NullMarked
package org.decisionservice.tools.command;

import org.jspecify.annotations.NullMarked;
