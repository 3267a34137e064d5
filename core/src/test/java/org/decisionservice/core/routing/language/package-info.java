/**
 * Own sentences that the detector must judge rightly, and tools that measure it: {@link
 * org.decisionservice.core.routing.language.ConfusionTable} over any labelled file.
 */
@NullMarked
package org.decisionservice.core.routing.language;

import org.jspecify.annotations.NullMarked;
