/**
 * What a request costs outside the engine: reading, language evidence, packing, decoding, writing. {@link
 * org.decisionservice.benchmarks.Benchmarks} runs them all.
 */
@NullMarked
package org.decisionservice.benchmarks;

import org.jspecify.annotations.NullMarked;
