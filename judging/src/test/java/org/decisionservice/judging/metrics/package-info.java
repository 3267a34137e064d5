@NullMarked
package org.decisionservice.judging.metrics;

import org.jspecify.annotations.NullMarked;
