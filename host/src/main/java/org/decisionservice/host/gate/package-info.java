/**
 * Decides in which precision a checkpoint serves.
 *
 * <p>An {@link org.decisionservice.engine.spi.Engine} loads exactly the precision that it is asked for.
 * {@link org.decisionservice.host.gate.GatedEngine} asks it for a reduced one, compares the answers to the bundled
 * sentences with those of float32 by the rules of {@link org.decisionservice.host.gate.PrecisionGate}, and serves
 * float32 if they are too far apart, if the engine does not compute in that precision here, or if there is nothing to
 * compare. It is the same for every engine, and no engine can leave it out. A verdict is remembered as long as the file
 * of the weights stays as it is.
 */
@NullMarked
package org.decisionservice.host.gate;

import org.jspecify.annotations.NullMarked;
