/**
 * Finds out which parts of a state its answers depend on: the state is answered without each part in turn, by the same
 * plan as every other state ({@link org.decisionservice.core.explaining.Occlusion}).
 */
@NullMarked
package org.decisionservice.core.explaining;

import org.jspecify.annotations.NullMarked;
