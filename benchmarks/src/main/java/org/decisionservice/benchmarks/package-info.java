/**
 * What a request costs outside the engine: language evidence, packing, decoding; JSON is measured in the package of its
 * readers and writers, which nobody else sees. {@link org.decisionservice.benchmarks.Benchmarks} runs them all.
 */
@NullMarked
package org.decisionservice.benchmarks;

import org.jspecify.annotations.NullMarked;
