/**
 * Benchmarks of a request's cost outside the engine: reading, language evidence, packing, decoding, writing.
 * {@link org.decisionservice.benchmarks.Benchmarks} runs them all.
 */
@NullMarked
package org.decisionservice.benchmarks;

import org.jspecify.annotations.NullMarked;
