/** Tests of bodies that become requests or are refused. */
@NullMarked
package org.decisionservice.server.request;

import org.jspecify.annotations.NullMarked;
