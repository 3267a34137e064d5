/**
 * Decides whether the English checkpoint can read a state. {@link
 * org.decisionservice.core.routing.language.EvidenceDetector} looks at the string values of the state in three steps.
 * {@link org.decisionservice.core.routing.language.ScriptProfile} counts letters by script: text mainly in a script
 * other than Latin needs no further step. {@link org.decisionservice.core.routing.language.Words} then extracts the
 * words of all prose lines together, {@link org.decisionservice.core.routing.language.WordList} says what share of them
 * is English and {@link org.decisionservice.core.routing.language.NgramModel} how much more likely English is than the
 * most likely other language; {@link org.decisionservice.core.routing.language.Evidence} adds the two up and holds the
 * thresholds. If the whole text is not foreign, each {@link org.decisionservice.core.routing.language.Piece} is read
 * alone, because one foreign line in an English form is usually the line that the questions are about. The word list
 * and the model are resources, read once when first needed ({@link
 * org.decisionservice.core.routing.language.Resources}). Nothing here keeps state between calls.
 */
@NullMarked
package org.decisionservice.core.routing.language;

import org.jspecify.annotations.NullMarked;
