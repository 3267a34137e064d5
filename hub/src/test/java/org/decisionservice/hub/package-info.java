/** The hub's side of the service against a stand-in, and against what other tools leave in the cache. */
@NullMarked
package org.decisionservice.hub;

import org.jspecify.annotations.NullMarked;
