/** Tests of the bytes of answers. */
@NullMarked
package org.decisionservice.server.response;

import org.jspecify.annotations.NullMarked;
