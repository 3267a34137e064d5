/** Tests of the command line. */
@NullMarked
package org.decisionservice.server.command;

import org.jspecify.annotations.NullMarked;
