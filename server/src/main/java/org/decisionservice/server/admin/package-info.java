/**
 * The operator's port: off unless {@code SERVICE_ADMIN_PORT} is set, bound to loopback unless {@code
 * SERVICE_ADMIN_HOST} says otherwise, and then behind HTTP Basic, all but the
 * three probes. It is a server of its own, so that nothing of it can
 * end up on the public port and a flood there cannot starve it. It listens before checkpoints are loaded, so that
 * probes can tell a service that starts from one that hangs.
 */
@NullMarked
package org.decisionservice.server.admin;

import org.jspecify.annotations.NullMarked;
