@NullMarked
package org.decisionservice.judging.learning;

import org.jspecify.annotations.NullMarked;
