/**
 * Which checkpoint answers, and why. {@link org.decisionservice.core.routing.CheckpointRouter} asks in turn what the
 * request names ({@code model}, {@code task}), what its question ids say, what language its client states, and last
 * what a {@link
 * org.decisionservice.core.routing.language.LanguageDetector} reads in the state. The answer is a {@link
 * org.decisionservice.core.routing.Route}, whose reason says in a sentence what decided.
 */
@NullMarked
package org.decisionservice.core.routing;

import org.jspecify.annotations.NullMarked;
