/** Tests of admission by itself; the tests of the routes cover its use over sockets. */
@NullMarked
package org.decisionservice.server.admission;

import org.jspecify.annotations.NullMarked;
