/** What several tests of the server share. */
@NullMarked
package org.decisionservice.server.testing;

import org.jspecify.annotations.NullMarked;
