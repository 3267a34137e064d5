/** Tests of JSON without HTTP. */
@NullMarked
package org.decisionservice.server.json;

import org.jspecify.annotations.NullMarked;
