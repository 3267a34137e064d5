/** Tests of the pages against a running service. */
@NullMarked
package org.decisionservice.server.pages;

import org.jspecify.annotations.NullMarked;
