/**
 * Replays HTTP exchanges recorded from the upstream server against a running one.
 * {@link org.decisionservice.server.golden.GoldenCase} reads a recording,
 * {@link org.decisionservice.server.golden.WantedDifferences} turns it into what this service's own interface document
 * requires, {@link org.decisionservice.server.golden.GoldenClient} sends it byte for byte, and
 * {@link org.decisionservice.server.golden.AnswerComparison} lists the differences.
 */
@NullMarked
package org.decisionservice.server.golden;

import org.jspecify.annotations.NullMarked;
