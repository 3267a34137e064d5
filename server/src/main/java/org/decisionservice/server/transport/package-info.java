/** What is known of the connections that requests came on. */
@NullMarked
package org.decisionservice.server.transport;

import org.jspecify.annotations.NullMarked;
