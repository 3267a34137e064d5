/** Tests the hub client against a stand-in hub, and with caches that other tools have filled. */
@NullMarked
package org.decisionservice.hub;

import org.jspecify.annotations.NullMarked;
