/**
 * The golden recordings as test data: {@link org.decisionservice.core.golden.Golden} finds checkpoints and recordings,
 * {@link org.decisionservice.core.golden.GoldenJson} reads JSON as Python does,
 * {@link org.decisionservice.core.golden.GoldenQuestions} turns recorded question definitions into questions.
 */
@NullMarked
package org.decisionservice.core.golden;

import org.jspecify.annotations.NullMarked;
