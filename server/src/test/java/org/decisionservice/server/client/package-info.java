/** The Java client, asking real services. */
@NullMarked
package org.decisionservice.server.client;

import org.jspecify.annotations.NullMarked;
