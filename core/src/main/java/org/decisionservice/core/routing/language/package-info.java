/**
 * Whether the English checkpoint can read a state.
 */
@NullMarked
package org.decisionservice.core.routing.language;

import org.jspecify.annotations.NullMarked;
