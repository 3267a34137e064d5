/** Tests of what a line of answers says. */
@NullMarked
package org.decisionservice.tools.lines;

import org.jspecify.annotations.NullMarked;
