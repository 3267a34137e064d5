// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

/**
 * A number and where it would lie with endless rows of the same kind.
 *
 * @param interval covers the true value in 95 of 100 samples
 */
public record Estimate(double value, Interval interval) {}
