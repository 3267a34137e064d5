/**
 * A model hub in miniature: {@link org.decisionservice.hub.standin.StandInHub} implements the part of the public hub's
 * protocol that checkpoints need, with two servers (one for the hub, one for the content network that it redirects to).
 * It fails on demand with {@link org.decisionservice.hub.standin.Fault} and records every exchange.
 */
@NullMarked
package org.decisionservice.hub.standin;

import org.jspecify.annotations.NullMarked;
