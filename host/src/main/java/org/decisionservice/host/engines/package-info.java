/**
 * Finds the engines that compute.
 *
 * <p>Engines are jars with an {@link org.decisionservice.engine.spi.EngineProvider} in {@code META-INF/services}: those
 * on the class path, and those in the {@code engines/} folder beside the service, which
 * {@link org.decisionservice.host.engines.EngineJars} finds; every folder of jars has a class loader of its own.
 * {@link org.decisionservice.host.engines.EngineCatalogue} lists the engines and picks the configured one with a
 * device it can compute on. {@link org.decisionservice.host.engines.Placements} opens the engines that the served
 * checkpoints need, and knows the engine and device of each checkpoint. No other server code knows an engine by name.
 */
@NullMarked
package org.decisionservice.host.engines;

import org.jspecify.annotations.NullMarked;
