/** Tests of the command {@code mcp}. */
@NullMarked
package org.decisionservice.mcp;

import org.jspecify.annotations.NullMarked;
