/**
 * The service as tools of the Model Context Protocol, over standard input and output and over HTTP.
 * {@link org.decisionservice.mcp.McpCommand} reads messages line by line and gives them to the SDK;
 * {@link org.decisionservice.mcp.McpProtocol} answers what is posted to a service, each {@link
 * org.decisionservice.mcp.Post} for itself. {@link org.decisionservice.mcp.Tools} are what both call; {@link
 * org.decisionservice.mcp.Source} is what answers: this process, or a running service that the module {@code client}
 * asks.
 *
 * <p>The package is in a folder of its own, and nothing of it is loaded unless the command or the setting is named.
 */
@NullMarked
package org.decisionservice.mcp;

import org.jspecify.annotations.NullMarked;
