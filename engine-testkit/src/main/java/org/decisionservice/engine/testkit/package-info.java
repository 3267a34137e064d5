/**
 * The test kit for engines; used only on the class path of tests.
 *
 * <p>An engine's own test extends {@link org.decisionservice.engine.testkit.EngineContractTest} and only gives the
 * engine's name. The contract finds the provider as the server would, compares its logits with recordings of the
 * upstream model ({@link org.decisionservice.engine.testkit.Goldens}, within
 * {@link org.decisionservice.engine.testkit.Tolerances}), rearranges rows that must not influence each other, loads
 * checkpoints broken with {@link org.decisionservice.engine.testkit.SafetensorsFile}, and loads and closes models until
 * a leak would show. The engine named {@code reference} is the whole model in plain Java: it passes the same contract,
 * shows where another engine departs from the description, and allows the server to be tested without a native library.
 * {@link org.decisionservice.engine.testkit.RoundedEngine} adds the smallest reduced precision to it.
 * {@link org.decisionservice.engine.testkit.AssertingEngine} checks the caller of an engine instead.
 */
@NullMarked
package org.decisionservice.engine.testkit;

import org.jspecify.annotations.NullMarked;
