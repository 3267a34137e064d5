// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.EncoderConfig.Bert;
import org.decisionservice.engine.spi.EncoderConfig.Biases;
import org.decisionservice.engine.spi.EncoderConfig.ModernBert;
import org.junit.jupiter.api.Test;

class PassPlannerTest {
    private static final PassPlanner PLANNER = planner(bert(6, 384), Device.CPU);

    @Test
    void rowsThatFitShareAPass() {
        assertThat(PLANNER.plan(batch(100, 300, 200))).containsExactly(List.of(1, 2, 0));
    }

    @Test
    void rowBeyondTheBoundGoesAlone() {
        assertThat(PLANNER.plan(batch(10, PLANNER.limit() + 1, 10))).containsExactly(List.of(1), List.of(0, 2));
    }

    @Test
    void noPassIsLargerThanTheBoundWithItsPadding() {
        RowBatch batch = batch(IntStream.range(1, 256).toArray());
        List<List<Integer>> passes = PLANNER.plan(batch);
        assertThat(passes.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, batch.size()).boxed().toList());
        for (List<Integer> pass : passes) {
            int longest =
                    pass.stream().mapToInt(r -> batch.row(r).length()).max().orElseThrow();
            assertThat(longest * pass.size()).isLessThanOrEqualTo(PLANNER.limit());
        }
    }

    @Test
    void aPassThatIsPlannedAgainStaysAsItIs() {
        RowBatch batch =
                batch(IntStream.range(0, 200).map(i -> 1 + i * 37 % 400).toArray());
        for (List<Integer> pass : PLANNER.plan(batch)) {
            RowBatch rows = RowBatch.of(pass.stream().map(batch::row).toList());
            assertThat(PLANNER.plan(rows))
                    .containsExactly(IntStream.range(0, rows.size()).boxed().toList());
        }
    }

    @Test
    void aLargeEncoderHasShorterPassesOnTheCpu() {
        EncoderConfig large = modernBert(28, 1024, 2624);
        assertThat(planner(bert(6, 384), Device.CPU).limit()).as("the starter").isEqualTo(1024);
        assertThat(planner(bert(12, 768), Device.CPU).limit()).isEqualTo(1024);
        assertThat(planner(modernBert(22, 768, 1152), Device.CPU).limit()).isEqualTo(512);
        assertThat(planner(large, Device.CPU).limit()).isEqualTo(256);
        assertThat(planner(bert(200, 4096), Device.CPU).limit()).isEqualTo(256);
    }

    @Test
    void aGpuHasLongPassesAsFarAsItsFreeMemoryGoes() {
        ModelConfig large = new ModelConfig(modernBert(28, 1024, 2624), 2, 2);
        Device gpu = Device.cuda(0);
        assertThat(PassPlanner.of(large, gpu, Precision.FLOAT32).limit()).isEqualTo(16_384);
        Map<Long, Integer> limits =
                Map.of(80L << 30, 16_384, 5L << 30, 16_384, 3L << 30, 8_192, 1L << 30, 2_048, 0L, 1_024);
        limits.forEach((free, limit) -> assertThat(
                        PassPlanner.of(large, gpu, Precision.FP16, free).limit())
                .as("%s bytes are free", free)
                .isEqualTo(limit));
        assertThat(PassPlanner.of(large, Device.CPU, Precision.FLOAT32, 0).limit())
                .as("on the CPU nobody asks for free memory")
                .isEqualTo(256);
    }

    @Test
    void aDeploymentCanOnlyMakePassesShorter() {
        assertThat(PLANNER.atMost(512).limit()).isEqualTo(512);
        assertThat(PLANNER.atMost(131_072)).isSameAs(PLANNER);
        assertThat(PassPlanner.ofTokens(100).atMost(1).plan(5, 4, 3))
                .containsExactly(List.of(0), List.of(1), List.of(2));
        assertThatIllegalArgumentException().isThrownBy(() -> PLANNER.atMost(0));
    }

    /** They take no more time, and products of more rows are more efficient. */
    @Test
    void passesInFewerBitsAreLonger() {
        ModelConfig large = new ModelConfig(modernBert(28, 1024, 2624), 2, 2);
        assertThat(PassPlanner.of(large, Device.CPU, Precision.INT8).limit()).isEqualTo(512);
        assertThat(PassPlanner.of(large, Device.CPU, Precision.BF16).limit()).isEqualTo(512);
        ModelConfig small = new ModelConfig(bert(6, 384), 2, 2);
        assertThat(PassPlanner.of(small, Device.CPU, Precision.INT8).limit()).isEqualTo(1024);
    }

    private static PassPlanner planner(EncoderConfig encoder, Device device) {
        return PassPlanner.of(new ModelConfig(encoder, 2, 2), device, Precision.FLOAT32);
    }

    private static EncoderConfig bert(int layers, int hidden) {
        return new Bert(hidden, layers, 12, 4 * hidden, 30_522, 1e-12, 512, 2);
    }

    private static EncoderConfig modernBert(int layers, int hidden, int intermediate) {
        return new ModernBert(
                hidden,
                layers,
                hidden / 64,
                intermediate,
                50_368,
                1e-5,
                List.of(),
                64,
                160_000,
                10_000,
                new Biases(false, false, false));
    }

    private static RowBatch batch(int... lengths) {
        return RowBatch.of(IntStream.of(lengths)
                .mapToObj(length -> new Row(new int[length], new int[] {0}, 0))
                .toList());
    }
}
