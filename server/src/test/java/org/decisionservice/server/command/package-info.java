/** Tests of the command line, and of the commands that take files, from their arguments to what they print and write. */
@NullMarked
package org.decisionservice.server.command;

import org.jspecify.annotations.NullMarked;
