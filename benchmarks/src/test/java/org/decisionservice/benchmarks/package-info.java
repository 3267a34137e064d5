/** Tests that every benchmark starts; a test cannot assert what they measure. */
@NullMarked
package org.decisionservice.benchmarks;

import org.jspecify.annotations.NullMarked;
