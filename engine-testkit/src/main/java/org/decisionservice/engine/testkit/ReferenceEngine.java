// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.decisionservice.engine.spi.EngineException.Kind.FAILED;
import static org.decisionservice.engine.spi.EngineException.Kind.UNSUPPORTED_PRECISION;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.ReferenceMath.Layer;
import org.decisionservice.engine.testkit.ReferenceMath.RowLayer;

/**
 * The whole model in plain Java, one row at a time. Every other engine is compared with it, and tests without native
 * code compute with it. It is written to be read alongside the model's description. It uses float32, with sums of a
 * norm or a softmax in double.
 *
 * <p>Activations are {@code float[tokens][width]} throughout.
 */
final class ReferenceEngine implements Engine {
    private boolean closed;

    @Override
    public Set<OptionLayout> optionLayouts() {
        return EnumSet.allOf(OptionLayout.class);
    }

    @Override
    public boolean stateVectors() {
        return true;
    }

    @Override
    public LoadedModel load(ModelSource source, Device device, Precision precision) {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
        if (!device.equals(Device.CPU)) {
            throw new EngineException(FAILED, "the reference engine computes on cpu, not on " + device);
        }
        if (precision != Precision.FLOAT32) {
            throw new EngineException(UNSUPPORTED_PRECISION, "the reference engine has no " + precision);
        }
        return model(source, precision, UnaryOperator.identity());
    }

    /**
     * The model with linear layers whose weights are rounded.
     *
     * @param precision of the model
     * @param rounding of weights [out][in]
     */
    static LoadedModel model(ModelSource source, Precision precision, UnaryOperator<float[][]> rounding) {
        try (Weights weights = Weights.open(source.weights())) {
            ModelTensors tensors = ModelTensors.find(source.config(), weights);
            return new Model(source.config(), precision, tensors, new ReferenceMath(weights, rounding));
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Turns token ids into the encoder's last hidden states. */
    private interface Encoder {
        /** @param middle is given the hidden states in the middle of the encoder */
        float[][] encode(Row row, ReferenceSight sight, Consumer<float[][]> middle);
    }

    /** Hidden states after all layers. */
    private static float[][] through(
            List<RowLayer> layers, int middle, float[][] embedded, ReferenceSight sight, Consumer<float[][]> atMiddle) {
        float[][] x = embedded;
        for (int layer = 0; layer < layers.size(); layer++) {
            if (layer == middle) {
                atMiddle.accept(x);
            }
            x = layers.get(layer).apply(x, sight);
        }
        return x;
    }

    private static final class Model implements LoadedModel {
        private static final double HEAD_EPSILON = 1e-5;

        private final Precision precision;
        private final Encoder encoder;
        private final OptionLayout layout;
        private final Optional<float[][]> typeEmbedding;
        private final List<RowLayer> head = new ArrayList<>();
        private final Layer scorer;
        private final Optional<Layer> actHead;
        private boolean closed;

        Model(ModelConfig config, Precision precision, ModelTensors tensors, ReferenceMath math) {
            this.precision = precision;
            this.encoder = switch (tensors.encoder()) {
                case ModelTensors.ModernBert modern ->
                    modernBert((EncoderConfig.ModernBert) config.encoder(), modern, math);
                case ModelTensors.Bert bert -> bert((EncoderConfig.Bert) config.encoder(), bert, math);
            };
            this.layout = config.optionLayout();
            this.typeEmbedding = tensors.typeEmbedding().map(math::matrix);
            for (ModelTensors.HeadLayer layer : tensors.head()) {
                head.add(headLayer(layer, config.headHeads(), math));
            }
            this.scorer = perceptron(tensors.scorer(), math);
            this.actHead = tensors.actHead().map(found -> perceptron(found, math));
        }

        @Override
        public Device device() {
            return Device.CPU;
        }

        @Override
        public Precision precision() {
            return precision;
        }

        @Override
        public Logits forward(RowBatch rows) {
            return forward(rows, () -> false);
        }

        @Override
        public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
            if (closed) {
                throw new IllegalStateException("the model is closed");
            }
            List<float[]> optionLogits = new ArrayList<>(rows.size());
            float[] actProbabilities = new float[rows.size()];
            List<float[]> stateVectors = new ArrayList<>();
            for (int r = 0; r < rows.size(); r++) {
                LoadedModel.goOnUnless(abandoned);
                Row row = rows.row(r);
                List<float[][]> middle = new ArrayList<>();
                float[][] encoded = encoder.encode(row, ReferenceSight.of(row, layout), middle::add);
                if (rows.stateVectors()) {
                    stateVectors.add(stateVectors(row, encoded, middle.getFirst()));
                }
                float[][] h = decide(row, encoded);
                float[] logits = new float[row.options()];
                for (int slot = 0; slot < logits.length; slot++) {
                    logits[slot] = scorer.apply(new float[][] {h[row.marker(slot)]})[0][0];
                }
                optionLogits.add(logits);
                actProbabilities[r] =
                        actHead.map(head -> act(head, h[0], logits)).orElse(1f);
            }
            return new Logits(optionLogits, actProbabilities, stateVectors);
        }

        private static float[] stateVectors(Row row, float[][] last, float[][] middle) {
            int hidden = last[0].length;
            float[] vectors = new float[Logits.STATE_VECTORS * hidden];
            int count = row.stateEnd() - row.stateStart();
            for (int i = 0; count > 0 && i < hidden; i++) {
                double lastSum = 0;
                double middleSum = 0;
                for (int token = row.stateStart(); token < row.stateEnd(); token++) {
                    lastSum += last[token][i];
                    middleSum += middle[token][i];
                }
                vectors[i] = (float) (lastSum / count);
                vectors[hidden + i] = last[0][i];
                vectors[2 * hidden + i] = (float) (middleSum / count);
                vectors[3 * hidden + i] = middle[row.stateStart()][i];
            }
            return vectors;
        }

        private static float act(Layer head, float[] cls, float[] logits) {
            float[] act = head.apply(new float[][] {actFeatures(cls, logits)})[0];
            ReferenceMath.softmax(act, 0, act.length);
            return act[0];
        }

        /** @param encoded is changed */
        private float[][] decide(Row row, float[][] encoded) {
            float[][] h = encoded;
            typeEmbedding.ifPresent(types -> {
                for (int token = 0; token < encoded.length; token++) {
                    ReferenceMath.add(encoded[token], types[row.type(token)]);
                }
            });
            for (RowLayer layer : head) {
                h = layer.apply(h, ReferenceSight.WHOLE_ROW);
            }
            return h;
        }

        /**
         * The CLS vector, then top1, top1 − top2, normalized entropy and k/255 of the raw distribution, k at least 2.
         */
        private static float[] actFeatures(float[] cls, float[] logits) {
            float[] p = logits.clone();
            ReferenceMath.softmax(p, 0, p.length);
            double top1 = 0;
            double top2 = 0;
            double entropy = 0;
            for (float value : p) {
                if (value > top1) {
                    top2 = top1;
                    top1 = value;
                } else if (value > top2) {
                    top2 = value;
                }
                entropy -= value * Math.log(Math.max(value, 1e-9));
            }
            int k = Math.max(2, p.length);
            float[] features = Arrays.copyOf(cls, cls.length + 4);
            features[cls.length] = (float) top1;
            features[cls.length + 1] = (float) (top1 - top2);
            features[cls.length + 2] = (float) (entropy / Math.log(k));
            features[cls.length + 3] = k / 255f;
            return features;
        }

        @Override
        public void close() {
            closed = true;
        }

        private static Encoder modernBert(
                EncoderConfig.ModernBert config, ModelTensors.ModernBert tensors, ReferenceMath math) {
            float[][] words = math.matrix(tensors.tokens());
            Layer embeddingNorm = math.norm(tensors.embeddingNorm(), config.normEpsilon());
            Layer finalNorm = math.norm(tensors.finalNorm(), config.normEpsilon());
            List<RowLayer> layers = new ArrayList<>();
            for (int i = 0; i < config.layers(); i++) {
                boolean local = config.localAttention().get(i);
                layers.add(modernBertLayer(
                        config,
                        tensors.layers().get(i),
                        local ? config.window() : Integer.MAX_VALUE,
                        local ? config.slidingTheta() : config.fullTheta(),
                        math));
            }
            return (row, sight, middle) -> {
                float[][] x = new float[row.length()][];
                for (int t = 0; t < x.length; t++) {
                    x[t] = words[row.tokenId(t)];
                }
                return finalNorm.apply(through(layers, config.middle(), embeddingNorm.apply(x), sight, middle));
            };
        }

        private static RowLayer modernBertLayer(
                EncoderConfig.ModernBert config,
                ModelTensors.ModernBertLayer layer,
                int window,
                double theta,
                ReferenceMath math) {
            Layer attentionNorm = layer.attentionNorm()
                    .map(norm -> math.norm(norm, config.normEpsilon()))
                    .orElse(x -> x);
            RowLayer attention = math.attention(layer.attention(), config.heads(), window, Optional.of(theta));
            Layer mlpNorm = math.norm(layer.mlpNorm(), config.normEpsilon());
            Layer activated = math.linear(layer.mlpActivated());
            Layer gate = math.linear(layer.mlpGate());
            Layer output = math.linear(layer.mlpOutput());
            return (x, sight) -> {
                float[][] attended = ReferenceMath.sum(x, attention.apply(attentionNorm.apply(x), sight));
                float[][] normed = mlpNorm.apply(attended);
                float[][] gated =
                        ReferenceMath.product(ReferenceMath.gelu(activated.apply(normed)), gate.apply(normed));
                return ReferenceMath.sum(attended, output.apply(gated));
            };
        }

        private static Encoder bert(EncoderConfig.Bert config, ModelTensors.Bert tensors, ReferenceMath math) {
            float[][] words = math.matrix(tensors.words());
            float[][] positions = math.matrix(tensors.positions());
            float[] type = math.matrix(tensors.types())[0];
            Layer embeddingNorm = math.norm(tensors.embeddingNorm(), config.normEpsilon());
            List<RowLayer> layers = tensors.layers().stream()
                    .map(layer -> bertLayer(config, layer, math))
                    .toList();
            return (row, sight, middle) -> {
                if (row.length() > positions.length) {
                    throw new EngineException(
                            FAILED,
                            "a row of " + row.length() + " tokens, the encoder has positions for " + positions.length);
                }
                float[][] x = new float[row.length()][];
                for (int t = 0; t < x.length; t++) {
                    x[t] = words[row.tokenId(t)].clone();
                    ReferenceMath.add(x[t], positions[sight.position(t)]);
                    ReferenceMath.add(x[t], type);
                }
                return through(layers, config.middle(), embeddingNorm.apply(x), sight, middle);
            };
        }

        private static RowLayer bertLayer(EncoderConfig.Bert config, ModelTensors.BertLayer layer, ReferenceMath math) {
            RowLayer attention = math.attention(layer.attention(), config.heads(), Integer.MAX_VALUE, Optional.empty());
            Layer attentionNorm = math.norm(layer.attentionNorm(), config.normEpsilon());
            Layer intermediate = math.linear(layer.intermediate());
            Layer output = math.linear(layer.output());
            Layer outputNorm = math.norm(layer.outputNorm(), config.normEpsilon());
            return (x, sight) -> {
                float[][] attended = attentionNorm.apply(ReferenceMath.sum(x, attention.apply(x, sight)));
                float[][] widened = ReferenceMath.gelu(intermediate.apply(attended));
                return outputNorm.apply(ReferenceMath.sum(attended, output.apply(widened)));
            };
        }

        private static RowLayer headLayer(ModelTensors.HeadLayer layer, int heads, ReferenceMath math) {
            Layer norm1 = math.norm(layer.norm1(), HEAD_EPSILON);
            RowLayer attention = math.attention(layer.attention(), heads, Integer.MAX_VALUE, Optional.empty());
            Layer norm2 = math.norm(layer.norm2(), HEAD_EPSILON);
            Layer linear1 = math.linear(layer.linear1());
            Layer linear2 = math.linear(layer.linear2());
            return (x, sight) -> {
                float[][] attended = ReferenceMath.sum(x, attention.apply(norm1.apply(x), sight));
                float[][] widened = ReferenceMath.relu(linear1.apply(norm2.apply(attended)));
                return ReferenceMath.sum(attended, linear2.apply(widened));
            };
        }

        private static Layer perceptron(ModelTensors.Perceptron perceptron, ReferenceMath math) {
            Layer norm = perceptron
                    .norm()
                    .map(tensors -> math.norm(tensors, HEAD_EPSILON))
                    .orElse(x -> x);
            Layer hidden = perceptron
                    .hidden()
                    .map(tensors -> math.linear(tensors))
                    .<Layer>map(linear -> x -> ReferenceMath.gelu(linear.apply(x)))
                    .orElse(x -> x);
            Layer output = math.linear(perceptron.output());
            return x -> output.apply(hidden.apply(norm.apply(x)));
        }
    }
}
