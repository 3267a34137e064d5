/**
 * Decides which checkpoint answers, and why. {@link org.decisionservice.core.routing.CheckpointRouter} considers in
 * turn what the request names ({@code model}, {@code task}), its question ids, the language that the client states, and
 * last what a {@link org.decisionservice.core.routing.language.LanguageDetector} finds in the state. The result is a
 * {@link org.decisionservice.core.routing.Route}, with a sentence as the reason.
 */
@NullMarked
package org.decisionservice.core.routing;

import org.jspecify.annotations.NullMarked;
