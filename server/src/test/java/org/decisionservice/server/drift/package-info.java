/** Tests of the service that watches itself. */
@NullMarked
package org.decisionservice.server.drift;

import org.jspecify.annotations.NullMarked;
