/**
 * HTTP in and out.
 */
@NullMarked
package org.decisionservice.server.http;

import org.jspecify.annotations.NullMarked;
