/** What every process that computes needs, opened in one place. */
@NullMarked
package org.decisionservice.server.host;

import org.jspecify.annotations.NullMarked;
