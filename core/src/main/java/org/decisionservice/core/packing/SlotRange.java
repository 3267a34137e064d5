// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

/**
 * Slots of a row that belong to one of its questions.
 *
 * @param first index of the first
 * @param count slots, at least 1
 */
public record SlotRange(int first, int count) {}
