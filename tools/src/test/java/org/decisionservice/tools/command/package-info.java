/** Tests of the commands, from their arguments to what they print and write. */
@NullMarked
package org.decisionservice.tools.command;

import org.jspecify.annotations.NullMarked;
