/**
 * A model hub in miniature: {@link org.decisionservice.testing.hub.StandInHub} implements the part of the public hub's
 * protocol that checkpoints need, with two servers (one for the hub, one for the content network that it redirects to).
 * It fails on demand with {@link org.decisionservice.testing.hub.Fault} and records every exchange.
 */
@NullMarked
package org.decisionservice.testing.hub;

import org.jspecify.annotations.NullMarked;
