/**
 * What an engine is tested with; on the class path of tests only.
 *
 * <p>An engine's own test extends {@link org.decisionservice.engine.testkit.EngineContractTest} and says the engine's
 * name, no more: the contract finds the provider as the server would, holds its logits against recordings of the
 * upstream model ({@link org.decisionservice.engine.testkit.Goldens}, within {@link
 * org.decisionservice.engine.testkit.Tolerances}), rearranges rows that must not notice each other, feeds it
 * checkpoints that {@link org.decisionservice.engine.testkit.SafetensorsFile} has spoilt, and loads and closes until a
 * leak would show. The engine named {@code reference} is the whole model in plain Java: it passes the same contract,
 * shows where another engine departs from the description, and lets the server be tested where no native library is.
 * {@link org.decisionservice.engine.testkit.AssertingEngine} turns the question round and checks the caller.
 */
@NullMarked
package org.decisionservice.engine.testkit;

import org.jspecify.annotations.NullMarked;
