// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * The layers of {@link ReferenceEngine}, each a function from activations to new activations, and their arithmetic.
 * Inner loops run over neighbouring elements without a running sum, because the JIT vectorizes this form.
 */
final class ReferenceMath {
    /** Turns activations into new activations, both [tokens][width]. The argument is not changed. */
    interface Layer {
        float[][] apply(float[][] x);
    }

    /** A layer that depends on the row, too. */
    interface RowLayer {
        float[][] apply(float[][] x, ReferenceSight sight);
    }

    /**
     * Rows of a transposed weight that all tokens are multiplied by before the next ones: they stay in the processor's
     * cache.
     */
    private static final int BLOCK = 32;

    /**
     * 2 / (2n + 1), more of them than the series of {@link #erf} takes: a division takes longer than all else in it.
     */
    private static final double[] ERF_FACTORS =
            IntStream.range(0, 128).mapToDouble(n -> 2.0 / (2 * n + 1)).toArray();

    private final Weights weights;
    private final UnaryOperator<float[][]> rounding;

    /** @param rounding what becomes of the weights of a linear layer, [out][in], before it computes with them */
    ReferenceMath(Weights weights, UnaryOperator<float[][]> rounding) {
        this.weights = weights;
        this.rounding = rounding;
    }

    /** A two-dimensional tensor as stored in the file: [rows][columns]. */
    float[][] matrix(TensorInfo tensor) {
        float[] flat = weights.toFloats(tensor);
        int rows = Math.toIntExact(tensor.shape().getFirst());
        int columns = flat.length / rows;
        float[][] matrix = new float[rows][];
        for (int r = 0; r < rows; r++) {
            matrix[r] = Arrays.copyOfRange(flat, r * columns, (r + 1) * columns);
        }
        return matrix;
    }

    private float[] vector(Optional<TensorInfo> tensor, int width) {
        return tensor.map(weights::toFloats).orElseGet(() -> new float[width]);
    }

    Layer linear(ModelTensors.Linear linear) {
        float[][] byInput = transpose(rounding.apply(matrix(linear.weight())));
        int width = byInput[0].length;
        float[] bias = vector(linear.bias(), width);
        return x -> {
            float[][] y = new float[x.length][];
            Arrays.setAll(y, _ -> bias.clone());
            for (int first = 0; first < byInput.length; first += BLOCK) {
                int end = Math.min(first + BLOCK, byInput.length);
                for (int t = 0; t < x.length; t++) {
                    addProduct(y[t], x[t], byInput, first, end, 0, bias.length);
                }
            }
            return y;
        };
    }

    Layer norm(ModelTensors.Norm norm, double epsilon) {
        float[] weight = weights.toFloats(norm.weight());
        float[] bias = vector(norm.bias(), weight.length);
        return x -> {
            float[][] y = new float[x.length][weight.length];
            for (int t = 0; t < x.length; t++) {
                normalize(x[t], y[t], weight, bias, epsilon);
            }
            return y;
        };
    }

    private static void normalize(float[] x, float[] y, float[] weight, float[] bias, double epsilon) {
        double mean = 0;
        for (float value : x) {
            mean += value;
        }
        mean /= x.length;
        double variance = 0;
        for (float value : x) {
            variance += (value - mean) * (value - mean);
        }
        double scale = 1 / Math.sqrt(variance / x.length + epsilon);
        for (int i = 0; i < x.length; i++) {
            y[i] = (float) ((x[i] - mean) * scale) * weight[i] + bias[i];
        }
    }

    /**
     * Multi-head attention with its projections.
     *
     * @param window largest distance in positions between a query and a key that it sees
     * @param theta base of the rotary positions; empty for none
     */
    RowLayer attention(ModelTensors.Attention attention, int heads, int window, Optional<Double> theta) {
        Layer query = linear(attention.query());
        Layer key = linear(attention.key());
        Layer value = linear(attention.value());
        Layer output = linear(attention.output());
        return (x, sight) -> {
            float[][] q = query.apply(x);
            float[][] k = key.apply(x);
            theta.ifPresent(base -> {
                rotate(q, heads, base, sight);
                rotate(k, heads, base, sight);
            });
            int size = x[0].length / heads;
            scale(q, (float) (1 / Math.sqrt(size)));
            return output.apply(attend(q, transpose(k), value.apply(x), heads, window, sight));
        };
    }

    /** Rotates dimension pairs (i, i + size/2) of every head by position · theta^(−2i/size). */
    private static void rotate(float[][] x, int heads, double theta, ReferenceSight sight) {
        int size = x[0].length / heads;
        int half = size / 2;
        double[] frequencies = new double[half];
        Arrays.setAll(frequencies, i -> Math.pow(theta, -2.0 * i / size));
        for (int t = 0; t < x.length; t++) {
            for (int i = 0; i < half; i++) {
                double angle = sight.position(t) * frequencies[i];
                float cos = (float) Math.cos(angle);
                float sin = (float) Math.sin(angle);
                for (int at = i; at < x[t].length; at += size) {
                    float a = x[t][at];
                    float b = x[t][at + half];
                    x[t][at] = a * cos - b * sin;
                    x[t][at + half] = b * cos + a * sin;
                }
            }
        }
    }

    /**
     * {@code keys} is [width][tokens], so that a query's scores are one product, like the weighted sum of values. The
     * product is over all tokens between the first and the last that the query sees; those in between that it does not
     * see are masked.
     */
    private static float[][] attend(
            float[][] q, float[][] keys, float[][] v, int heads, int window, ReferenceSight sight) {
        int tokens = q.length;
        int size = q[0].length / heads;
        float[][] mixed = new float[tokens][heads * size];
        float[] p = new float[tokens];
        int[] unseen = new int[tokens];
        for (int t = 0; t < tokens; t++) {
            int from = 0;
            while (!sight.sees(t, from, window)) {
                from++;
            }
            int to = tokens;
            while (!sight.sees(t, to - 1, window)) {
                to--;
            }
            int masked = 0;
            for (int key = from; key < to; key++) {
                if (!sight.sees(t, key, window)) {
                    unseen[masked++] = key;
                }
            }
            for (int first = 0; first < heads * size; first += size) {
                Arrays.fill(p, from, to, 0);
                addProduct(p, q[t], keys, first, first + size, from, to);
                for (int i = 0; i < masked; i++) {
                    p[unseen[i]] = Float.NEGATIVE_INFINITY;
                }
                softmax(p, from, to);
                addProduct(mixed[t], p, v, from, to, first, first + size);
            }
        }
        return mixed;
    }

    /** In place over {@code x[from, to)}. */
    static void softmax(float[] x, int from, int to) {
        float largest = Float.NEGATIVE_INFINITY;
        for (int i = from; i < to; i++) {
            largest = Math.max(largest, x[i]);
        }
        double sum = 0;
        for (int i = from; i < to; i++) {
            x[i] = (float) Math.exp(x[i] - largest);
            sum += x[i];
        }
        for (int i = from; i < to; i++) {
            x[i] = (float) (x[i] / sum);
        }
    }

    static float[][] gelu(float[][] x) {
        for (float[] token : x) {
            for (int i = 0; i < token.length; i++) {
                token[i] = (float) (0.5 * token[i] * (1 + erf(token[i] / Math.sqrt(2))));
            }
        }
        return x;
    }

    /** The error function, by a series without cancellation: 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1)). */
    static double erf(double x) {
        if (Math.abs(x) > 6) {
            return Math.signum(x);
        }
        double term = x;
        double sum = x;
        for (int n = 1; Math.abs(term) > 1e-12 * Math.abs(sum); n++) {
            term *= x * x * ERF_FACTORS[n];
            sum += term;
        }
        return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
    }

    static float[][] relu(float[][] x) {
        for (float[] token : x) {
            for (int i = 0; i < token.length; i++) {
                token[i] = Math.max(0, token[i]);
            }
        }
        return x;
    }

    static float[][] sum(float[][] a, float[][] b) {
        for (int t = 0; t < b.length; t++) {
            add(b[t], a[t]);
        }
        return b;
    }

    static float[][] product(float[][] a, float[][] b) {
        for (int t = 0; t < a.length; t++) {
            for (int i = 0; i < a[t].length; i++) {
                a[t][i] *= b[t][i];
            }
        }
        return a;
    }

    static void add(float[] target, float[] x) {
        for (int i = 0; i < target.length; i++) {
            target[i] += x[i];
        }
    }

    private static void scale(float[][] x, float factor) {
        for (float[] token : x) {
            for (int i = 0; i < token.length; i++) {
                token[i] *= factor;
            }
        }
    }

    /** Vector by matrix: {@code target[c] += Σ x[r] · rows[r][c]} over the given rows and columns. */
    private static void addProduct(
            float[] target, float[] x, float[][] rows, int firstRow, int endRow, int firstColumn, int endColumn) {
        int r = firstRow;
        // Four rows at a time: the target is read and written a quarter as often.
        for (; r + 4 <= endRow; r += 4) {
            float x0 = x[r];
            float x1 = x[r + 1];
            float x2 = x[r + 2];
            float x3 = x[r + 3];
            float[] row0 = rows[r];
            float[] row1 = rows[r + 1];
            float[] row2 = rows[r + 2];
            float[] row3 = rows[r + 3];
            for (int c = firstColumn; c < endColumn; c++) {
                target[c] += x0 * row0[c] + x1 * row1[c] + x2 * row2[c] + x3 * row3[c];
            }
        }
        for (; r < endRow; r++) {
            for (int c = firstColumn; c < endColumn; c++) {
                target[c] += x[r] * rows[r][c];
            }
        }
    }

    private static float[][] transpose(float[][] matrix) {
        float[][] transposed = new float[matrix[0].length][matrix.length];
        for (int r = 0; r < matrix.length; r++) {
            for (int c = 0; c < matrix[r].length; c++) {
                transposed[c][r] = matrix[r][c];
            }
        }
        return transposed;
    }
}
