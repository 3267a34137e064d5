// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.Arrays;

/**
 * Multinomial logistic regression on top of given logits: {@code z = scale · logits + W f + bias}. It minimizes
 *
 * <pre>
 * sum of the rows' log losses + penalty/2 · |W|² + prior.bias/2 · |bias|² + prior.scale/2 · (scale − prior.around)²
 * </pre>
 *
 * <p>There are fewer labels than features, so {@code W} is looked for among sums of rows, {@code W = dual · f /
 * penalty} and {@code bias = dual · 1 / prior.bias}: only the products of rows with each other are needed. At the
 * minimum {@code dual = label − p}, so the dual of one penalty is a good start for the next. The method is that of
 * conjugate gradients (Polak and Ribière); a line search costs nothing but exponentials, and so can be nearly exact.
 * Deterministic; used by one thread.
 */
final class OffsetRegression {
    /**
     * The belief about the checkpoint before labels are seen.
     *
     * @param bias penalty of the bias: how sure it is that options are as frequent as the checkpoint believes
     * @param scale penalty of the scale's distance from {@code around}
     * @param around 1 if the checkpoint is right, and as sure as it may be; 0 if it knows nothing
     */
    record Prior(double bias, double scale, double around) {}

    /** Rows that are added together. */
    private static final int TOGETHER = 4;

    private static final int MOST_STEPS = 2000;
    private static final int MOST_TRIALS = 40;

    /** The part of the slope that may be left where a line search ends. */
    private static final double SLOPE_LEFT = 0.01;

    private final Prior prior;
    private final int rows;
    private final int options;
    /** [rows][rows] */
    private final double[][] products;
    /** [options · rows], as are all flat arrays here. */
    private final double[] logits;

    private final double[] labels;
    /** The change of the scale in one unit of length. */
    private final double unit;

    /**
     * A place in the space that is searched, or a direction.
     *
     * <p>The length of a direction is that of the weights, each times the root of its penalty.
     */
    private static final class Vector {
        /** The distance of the scale from its prior, in units. */
        private double scale;

        private final double[] dual;
        /** What {@code dual} adds to the logits. */
        private final double[] sums;

        Vector(double scale, double[] dual, double[] sums) {
            this.scale = scale;
            this.dual = dual;
            this.sums = sums;
        }

        double dot(Vector other) {
            double sum = scale * other.scale;
            for (int i = 0; i < dual.length; i++) {
                sum += dual[i] * other.sums[i];
            }
            return sum;
        }

        /** Makes this {@code own · this + times · other}. */
        void combine(double own, double times, Vector other) {
            scale = own * scale + times * other.scale;
            for (int i = 0; i < dual.length; i++) {
                dual[i] = own * dual[i] + times * other.dual[i];
                sums[i] = own * sums[i] + times * other.sums[i];
            }
        }
    }

    /** The result of a fit. */
    static final class Fit {
        private final double scale;
        /** [options · rows], the rows of an option behind each other. */
        private final double[] dual;

        private Fit(double scale, double[] dual) {
            this.scale = scale;
            this.dual = dual;
        }

        /** The factor of the logits. */
        double scale() {
            return scale;
        }
    }

    /**
     * @param products of the rows' features with each other: [rows][rows]
     * @param logits [rows][options]
     * @param gold index of the right option: [rows]
     */
    OffsetRegression(double[][] products, double[][] logits, int[] gold, Prior prior) {
        this.prior = prior;
        this.products = products;
        this.rows = logits.length;
        this.options = logits[0].length;
        this.logits = new double[options * rows];
        this.labels = new double[options * rows];
        double variance = 0;
        for (int row = 0; row < rows; row++) {
            double mean = 0;
            for (double logit : logits[row]) {
                mean += logit / options;
            }
            for (int option = 0; option < options; option++) {
                // Less their mean, which changes no answer and would drown what does.
                double logit = logits[row][option] - mean;
                this.logits[option * rows + row] = logit;
                variance += logit * logit / options;
            }
            labels[gold[row] * rows + row] = 1;
        }
        this.unit = 1 / Math.sqrt(prior.scale() + variance / 4);
    }

    /** The belief before any label is seen. */
    Fit start() {
        return new Fit(prior.around(), new double[options * rows]);
    }

    /**
     * @param start where to begin; not changed
     * @param tolerance most that the length of the gradient may be at the end. The sum that is minimized is then too
     *     large by half its square at most, or a little more if the scale is all that is wrong
     */
    Fit fit(double penalty, Fit start, double tolerance) {
        double[] dual = start.dual.clone();
        Vector place = new Vector((start.scale - prior.around()) / unit, dual, sums(dual, penalty));
        Vector line = new Vector(0, new double[dual.length], new double[dual.length]);
        Vector last = line;
        double lastSquare = 1;
        double[] p = new double[dual.length];
        for (int step = 0; step < MOST_STEPS; step++) {
            softmax(place, line, 0, p);
            Vector gradient = gradient(place, p, penalty);
            double square = gradient.dot(gradient);
            if (square <= tolerance * tolerance) {
                break;
            }
            line.combine(Math.max(0, (square - gradient.dot(last)) / lastSquare), -1, gradient);
            double slope = line.dot(gradient);
            if (slope >= 0) {
                line.combine(0, -1, gradient);
                slope = -square;
            }
            place.combine(1, lowest(place, line, slope, p), line);
            last = gradient;
            lastSquare = square;
        }
        return new Fit(prior.around() + unit * place.scale, dual);
    }

    /** [options] */
    double[] bias(Fit fit) {
        double[] bias = new double[options];
        for (int i = 0; i < fit.dual.length; i++) {
            bias[i / rows] += fit.dual[i] / prior.bias();
        }
        return bias;
    }

    /**
     * What is learned about {@code columns} that were not fitted.
     *
     * @param columns of the rows that were fitted: [rows][columns]. With their features these are the weights, and with
     *     their products with other rows what the weights add to the logits of those
     * @return [options][columns]
     */
    double[][] weights(Fit fit, double penalty, double[][] columns) {
        double[][] weights = new double[options][columns[0].length];
        for (int i = 0; i < fit.dual.length; i++) {
            double times = fit.dual[i] / penalty;
            double[] own = weights[i / rows];
            double[] row = columns[i % rows];
            for (int column = 0; column < own.length; column++) {
                own[column] += times * row[column];
            }
        }
        return weights;
    }

    /** The dual of an option, times a number: [rows]. */
    double[] times(Fit fit, int option, double times) {
        return Arrays.stream(fit.dual, option * rows, (option + 1) * rows)
                .map(each -> each * times)
                .toArray();
    }

    private double[] sums(double[] dual, double penalty) {
        double[] sums = new double[dual.length];
        double[] bias = new double[options];
        // By rows first: rows of products are read from memory once, for all options, and sums once for four rows.
        for (int row = 0; row < rows; row += TOGETHER) {
            for (int option = 0; option < options; option++) {
                int at = option * rows + row;
                for (int i = at; i < at + Math.min(TOGETHER, rows - row); i++) {
                    bias[option] += dual[i] / prior.bias();
                }
                if (row + TOGETHER <= rows) {
                    addFour(at, row, dual, penalty, sums);
                } else {
                    for (int i = row; i < rows; i++) {
                        add(dual[option * rows + i] / penalty, products[i], sums, option * rows);
                    }
                }
            }
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] += bias[i / rows];
        }
        return sums;
    }

    /** The same as {@link #add} for four rows from {@code row}, to the last bit. */
    private void addFour(int at, int row, double[] dual, double penalty, double[] sums) {
        double times0 = dual[at] / penalty;
        double times1 = dual[at + 1] / penalty;
        double times2 = dual[at + 2] / penalty;
        double times3 = dual[at + 3] / penalty;
        double[] products0 = products[row];
        double[] products1 = products[row + 1];
        double[] products2 = products[row + 2];
        double[] products3 = products[row + 3];
        int from = at - row;
        for (int i = 0; i < rows; i++) {
            sums[from + i] = sums[from + i]
                    + times0 * products0[i]
                    + times1 * products1[i]
                    + times2 * products2[i]
                    + times3 * products3[i];
        }
    }

    private static void add(double times, double[] product, double[] sums, int from) {
        for (int i = 0; i < product.length; i++) {
            sums[from + i] += times * product[i];
        }
    }

    private Vector gradient(Vector place, double[] p, double penalty) {
        double[] dual = new double[p.length];
        double scale = prior.scale() * unit * unit * place.scale;
        for (int i = 0; i < p.length; i++) {
            double residual = p[i] - labels[i];
            scale += residual * logits[i] * unit;
            dual[i] = residual + place.dual[i];
        }
        return new Vector(scale, dual, sums(dual, penalty));
    }

    /** Writes the probabilities at {@code place + length · line}. */
    private void softmax(Vector place, Vector line, double length, double[] p) {
        double scale = prior.around() + unit * (place.scale + length * line.scale);
        for (int i = 0; i < p.length; i++) {
            p[i] = scale * logits[i] + place.sums[i] + length * line.sums[i];
        }
        for (int row = 0; row < rows; row++) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int i = row; i < p.length; i += rows) {
                largest = Math.max(largest, p[i]);
            }
            double sum = 0;
            for (int i = row; i < p.length; i += rows) {
                p[i] = Math.exp(p[i] - largest);
                sum += p[i];
            }
            for (int i = row; i < p.length; i += rows) {
                p[i] /= sum;
            }
        }
    }

    /**
     * How far along the line the sum is lowest: Newton's steps, and halves where one of them leaves what is known to
     * hold the minimum.
     *
     * @param slope at 0, below 0
     * @param p probabilities at 0; overwritten
     */
    private double lowest(Vector place, Vector line, double slope, double[] p) {
        double own = line.dot(line) + (prior.scale() * unit * unit - 1) * line.scale * line.scale;
        double across = place.dot(line) + (prior.scale() * unit * unit - 1) * line.scale * place.scale;
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double length = 0;
        double here = slope;
        for (int trial = 0; trial < MOST_TRIALS && Math.abs(here) > SLOPE_LEFT * -slope; trial++) {
            double next = length - here / (own + curvature(line, p));
            if (next <= low || next >= high) {
                next = high == Double.POSITIVE_INFINITY ? 2 * low : (low + high) / 2;
            }
            length = next;
            softmax(place, line, length, p);
            here = across + length * own;
            for (int i = 0; i < p.length; i++) {
                here += (p[i] - labels[i]) * (line.sums[i] + unit * line.scale * logits[i]);
            }
            if (here < 0) {
                low = length;
            } else {
                high = length;
            }
        }
        return length;
    }

    private double curvature(Vector line, double[] p) {
        double curvature = 0;
        for (int row = 0; row < rows; row++) {
            double mean = 0;
            double squares = 0;
            for (int i = row; i < p.length; i += rows) {
                double change = line.sums[i] + unit * line.scale * logits[i];
                mean += p[i] * change;
                squares += p[i] * change * change;
            }
            curvature += squares - mean * mean;
        }
        return curvature;
    }
}
