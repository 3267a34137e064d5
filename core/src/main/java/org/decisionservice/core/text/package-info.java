/**
 * Renders requests as the text that a model reads. The models were trained on what Python wrote, so JSON text and
 * numbers follow Python's spelling exactly: {@link org.decisionservice.core.text.JsonText} is {@code json.dumps}
 * without ASCII escaping, in which states are rendered, too, and {@link org.decisionservice.core.text.OptionTexts}
 * renders the options of a question. Nothing here depends on tokens.
 *
 * <p>{@link org.decisionservice.core.text.RootCause} writes for operators instead: it says why something failed.
 */
@NullMarked
package org.decisionservice.core.text;

import org.jspecify.annotations.NullMarked;
