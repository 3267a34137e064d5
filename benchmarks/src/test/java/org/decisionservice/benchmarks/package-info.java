/** Holds that every benchmark starts; what they measure is nothing that a test could assert. */
@NullMarked
package org.decisionservice.benchmarks;

import org.jspecify.annotations.NullMarked;
