/**
 * Converts JSON text to values and back, without knowing what the members mean. {@code JsonReader} reads a body once:
 * members that the caller names become values, the others are only checked. {@code Json} writes
 * documents member by member. Faults of a body are reported as {@link org.decisionservice.api.RefusedException}s.
 */
@NullMarked
package org.decisionservice.contract.json;

import org.jspecify.annotations.NullMarked;
