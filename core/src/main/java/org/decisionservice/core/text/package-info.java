/**
 * Renders requests as the text that a model reads. The models were trained on what Python wrote, so JSON text and
 * numbers follow Python's spelling exactly: {@link org.decisionservice.core.text.JsonText} is {@code json.dumps}
 * without ASCII escaping, {@link org.decisionservice.core.text.StateText} renders a state,
 * {@link org.decisionservice.core.text.OptionTexts} the options of a question and
 * {@link org.decisionservice.core.text.LabelText} the labels of a choice, which read differently to the model and in an
 * answer. Nothing here depends on tokens.
 *
 * <p>{@link org.decisionservice.core.text.RootCause} writes for operators instead: it says why something failed.
 */
@NullMarked
package org.decisionservice.core.text;

import org.jspecify.annotations.NullMarked;
