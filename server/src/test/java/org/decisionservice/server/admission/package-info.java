/** Tests of admission by itself; how the routes use it is tested over sockets beside them. */
@NullMarked
package org.decisionservice.server.admission;

import org.jspecify.annotations.NullMarked;
