// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.djl.Device;
import ai.djl.ndarray.NDManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.Buffer;
import java.util.List;
import java.util.Random;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;

/** A device has no memory for what a longer row needs beside the pass, at each place where a model takes some. */
class OutOfMemoryTest {
    private static final int NEVER = 0;

    /** How many more arrays of the model's own there is memory for, and the first that there is none for; or never. */
    private int failing = NEVER;

    private int made;

    private NDManager limited() {
        NDManager real = NDManager.newBaseManager(Device.cpu(), "PyTorch");
        return (NDManager) Proxy.newProxyInstance(
                NDManager.class.getClassLoader(), new Class<?>[] {NDManager.class}, (_, method, arguments) -> {
                    boolean allocates =
                            method.getName().equals("create") && arguments.length > 0 && arguments[0] instanceof Buffer;
                    if (allocates && ++made == failing) {
                        throw new IllegalStateException("CUDA out of memory. Tried to allocate 20.00 MiB.");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Row row(int length) {
        return new Row(new Random(length).ints(length, 0, 500).toArray(), new int[] {1, 2}, 0);
    }

    private static float logit(DecisionModel model, int length) {
        Logits logits = model.forward(List.of(row(length)), false, () -> {});
        return logits.optionLogit(0, 1);
    }

    @Test
    void otherRowsAreAnsweredAfterwardsAndSoIsThatOneOnceThereIsMemory() {
        int places = 0;
        try (DecisionModel model = DecisionModel.load(SampleCheckpoint.ENGLISH.source(), limited(), Arithmetic.CPU)) {
            float before = logit(model, 100);
            for (int length : new int[] {600, 1200, 2400}) {
                made = 0;
                failing = 1;
                // One place after the other, until nothing more is taken for a row so long.
                while (true) {
                    try {
                        logit(model, length);
                        break;
                    } catch (IllegalStateException e) {
                        assertThat(e).hasMessageContaining("out of memory");
                        places++;
                    }
                    int next = failing + 1;
                    failing = NEVER;
                    assertThat(logit(model, 100)).isEqualTo(before);
                    made = 0;
                    failing = next;
                }
                failing = NEVER;
                assertThat(logit(model, 100)).isEqualTo(before);
            }
        }
        assertThat(places).as("places where the model grows").isPositive();
    }

    @Test
    void loadThatFailsLeavesNothing() {
        failing = 3;
        NDManager manager = limited();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> DecisionModel.load(SampleCheckpoint.ENGLISH.source(), manager, Arithmetic.CPU));
        assertThat(manager.isOpen()).isFalse();
    }
}
