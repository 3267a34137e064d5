/** What is loaded and tried before the first request. */
@NullMarked
package org.decisionservice.host.preload;

import org.jspecify.annotations.NullMarked;
