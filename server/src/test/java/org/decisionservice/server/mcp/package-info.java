/** The command mcp, as a process of its own with pipes, as its clients start it. */
@NullMarked
package org.decisionservice.server.mcp;

import org.jspecify.annotations.NullMarked;
