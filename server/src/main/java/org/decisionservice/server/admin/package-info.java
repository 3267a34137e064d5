/**
 * The operator's port. It is off unless {@code SERVICE_ADMIN_PORT} is set, and bound to loopback unless an address
 * stands before the port there; with one beyond loopback, everything except the three probes is behind HTTP Basic. It
 * is a separate server, so that none of it can appear on the public port and a flood there cannot starve it. It listens
 * before checkpoints are loaded, so that probes can tell a service that is starting from one that hangs.
 */
@NullMarked
package org.decisionservice.server.admin;

import org.jspecify.annotations.NullMarked;
