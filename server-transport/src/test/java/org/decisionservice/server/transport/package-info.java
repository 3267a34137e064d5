/** Tests of the transport: its parts on bytes and clocks set by the test, and the whole behind a real listener. */
@NullMarked
package org.decisionservice.server.transport;

import org.jspecify.annotations.NullMarked;
