/** Helpers shared by the tests of the server. */
@NullMarked
package org.decisionservice.server.testing;

import org.jspecify.annotations.NullMarked;
