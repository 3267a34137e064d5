// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import org.decisionservice.api.Question;

/**
 * A question as it is put to the model: what the client asked, a group of its options, or its options in another order.
 *
 * @param id the client's name for its question; several of a round may have the same
 * @param repeats whether the same options are shown before, in another order
 */
public record Asked(String id, Question question, boolean repeats) {}
