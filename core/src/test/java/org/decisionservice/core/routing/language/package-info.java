/**
 * The project's own sentences, which the detector must judge correctly, and tools that measure it: {@link
 * org.decisionservice.core.routing.language.ConfusionTable} works on any labelled file.
 */
@NullMarked
package org.decisionservice.core.routing.language;

import org.jspecify.annotations.NullMarked;
