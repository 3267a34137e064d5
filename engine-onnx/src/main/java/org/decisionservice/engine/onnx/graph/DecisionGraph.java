package org.decisionservice.engine.onnx.graph;

import java.util.Set;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelTensors;

/** A checkpoint's forward pass, written out and ready to be loaded. */
public final class DecisionGraph {
    /** Output [options, 1]: raw logit of every option of the pass, row after row. */
    public static final String LOGITS = "option_logits";

    /** Output [rows, actions]: the act head's softmax. */
    public static final String ACTS = "act_probabilities";

    private final byte[] model;
    private final Set<PassInput> inputs;

    private DecisionGraph(byte[] model, Set<PassInput> inputs) {
        this.model = model;
        this.inputs = inputs;
    }

    /**
     * Writes the graph.
     *
     * @param weightsFile name of the safetensors file that {@code tensors} were found in, without its folder
     */
    public static DecisionGraph of(ModelConfig config, ModelTensors tensors, String weightsFile) {
        GraphBuilder graph = new GraphBuilder(weightsFile);
        Value encoded = encode(graph, config.encoder(), tensors.encoder());
        HeadGraph head = new HeadGraph(graph, config);
        Value selected = head.decide(encoded, tensors);
        Value logits = head.score(selected, tensors);
        graph.output(LOGITS, logits);
        graph.output(ACTS, head.act(selected, logits, tensors));
        return new DecisionGraph(graph.toModel(), graph.inputs());
    }

    private static Value encode(GraphBuilder graph, EncoderConfig config, ModelTensors.Encoder tensors) {
        return switch (config) {
            case EncoderConfig.ModernBert modern
            when tensors instanceof ModelTensors.ModernBert found -> new ModernBertGraph(graph, modern).encode(found);
            case EncoderConfig.Bert bert
            when tensors instanceof ModelTensors.Bert found -> new BertGraph(graph, bert).encode(found);
            case EncoderConfig.ModernBert _, EncoderConfig.Bert _ ->
                throw new IllegalArgumentException("the tensors are of another encoder than the configuration");
        };
    }

    /** A copy of the ONNX model's bytes; its weights are external. */
    public byte[] model() {
        return model.clone();
    }

    /** What a pass has to bring. */
    public Set<PassInput> inputs() {
        return inputs;
    }
}
