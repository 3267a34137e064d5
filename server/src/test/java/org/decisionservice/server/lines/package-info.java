/** Tests of what a line of answers says. */
@NullMarked
package org.decisionservice.server.lines;

import org.jspecify.annotations.NullMarked;
