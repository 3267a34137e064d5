/** Tests of JSON without HTTP. */
@NullMarked
package org.decisionservice.server.command;

import org.jspecify.annotations.NullMarked;
