/**
 * A model hub in miniature: {@link org.decisionservice.hub.standin.StandInHub} speaks as much of the public
 * hub's protocol as checkpoints need, from two servers (one for the hub, one for the content network it redirects to),
 * misbehaves as it is told with {@link org.decisionservice.hub.standin.Fault} and remembers every exchange.
 */
@NullMarked
package org.decisionservice.hub.standin;

import org.jspecify.annotations.NullMarked;
