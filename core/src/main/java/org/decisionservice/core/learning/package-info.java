/**
 * Applies what labels taught. A {@link org.decisionservice.core.learning.LearnedQuestion} adds to a checkpoint's logits
 * what the {@link org.decisionservice.core.learning.Features} of a state say, and a
 * {@link org.decisionservice.core.learning.Coverage} says which options of an answer cannot be excluded. The fit itself
 * is in the module {@code judging}.
 */
@NullMarked
package org.decisionservice.core.learning;

import org.jspecify.annotations.NullMarked;
