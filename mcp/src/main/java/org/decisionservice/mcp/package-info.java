/**
 * The service as tools of the Model Context Protocol, over standard input and output.
 * {@link org.decisionservice.mcp.McpCommand} reads messages line by line and gives them to the SDK;
 * {@link org.decisionservice.mcp.Tools} are what it calls; {@link org.decisionservice.mcp.Source} is what answers: this
 * process, or a running service that the module {@code client} asks.
 *
 * <p>The package is in a folder of its own, and nothing of it is loaded unless the command is named.
 */
@NullMarked
package org.decisionservice.mcp;

import org.jspecify.annotations.NullMarked;
