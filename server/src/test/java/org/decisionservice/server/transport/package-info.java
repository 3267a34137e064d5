/** Tests of the bytes-in front: its parts on bytes and clocks of the test's own, the whole behind a real listener. */
@NullMarked
package org.decisionservice.server.transport;

import org.jspecify.annotations.NullMarked;
