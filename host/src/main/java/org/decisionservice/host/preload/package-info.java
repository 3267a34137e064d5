/** Loads and tries checkpoints before the first request. */
@NullMarked
package org.decisionservice.host.preload;

import org.jspecify.annotations.NullMarked;
