/**
 * Whether the English checkpoint can read a state. {@link
 * org.decisionservice.core.routing.language.EvidenceDetector} looks at the string values of the state in three steps.
 * {@link org.decisionservice.core.routing.language.ScriptProfile} counts letters by script: text carried by another
 * script than Latin is settled. {@link org.decisionservice.core.routing.language.WordReader} then takes the words out
 * of all prose lines together, {@link org.decisionservice.core.routing.language.WordList} says what share of them is
 * English and {@link org.decisionservice.core.routing.language.NgramModel} how much likelier English is than the
 * likeliest other language; {@link org.decisionservice.core.routing.language.Evidence} adds the two up and {@link
 * org.decisionservice.core.routing.language.Verdict} holds the thresholds. Where the whole is not foreign, each {@link
 * org.decisionservice.core.routing.language.Piece} is read alone, because one foreign line in an English form is the
 * line the questions are about. Word list and model are resources, read once when first needed ({@link
 * org.decisionservice.core.routing.language.Resources}). Nothing here keeps state between calls.
 */
@NullMarked
package org.decisionservice.core.routing.language;

import org.jspecify.annotations.NullMarked;
