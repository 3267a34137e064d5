/**
 * Tests of the HTTP surface against a real listener, mostly over raw sockets, with a {@link FakeDecisions} behind it.
 */
@NullMarked
package org.decisionservice.server.http;

import org.jspecify.annotations.NullMarked;
