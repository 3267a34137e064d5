package org.decisionservice.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Routing;
import org.decisionservice.api.Usage;

/** Everything the service knows: the default. */
final class FullProjection implements Projection {

    @Override
    public void answer(JsonGenerator out, Answer answer) throws IOException {
        out.writeStartObject();
        switch (answer) {
            case Answer.Choice choice -> {
                out.writeStringField("type", "choice");
                AnswerFields.choice(out, choice);
                AnswerFields.labelled(out, choice);
            }
            case Answer.Score score -> {
                out.writeStringField("type", "score");
                Json.rounded(out, "score", score.score());
                AnswerFields.legend(out, score.legend());
                AnswerFields.indexed(out, score.probabilities());
            }
            case Answer.Noul noul -> {
                out.writeStringField("type", "noul");
                Json.rounded(out, "noul", noul.yes());
            }
        }
        certainty(out, answer.certainty());
        out.writeEndObject();
    }

    private static void certainty(JsonGenerator out, Certainty certainty) throws IOException {
        Json.rounded(out, "confidence", certainty.confidence());
        Json.rounded(out, "answer_confidence", certainty.answerConfidence());
        out.writeObjectFieldStart("action");
        Json.rounded(out, "act_probability", certainty.actProbability());
        out.writeEndObject();
        Optional<Abstention> abstention = certainty.abstention();
        if (abstention.isPresent()) {
            Abstention gate = abstention.get();
            if (gate.outcome() == Abstention.Outcome.ABSTAINED) {
                out.writeBooleanField("low_confidence", true);
            }
            out.writeStringField("abstention", gate.outcome().wireName());
            Json.exact(out, "abstention_threshold", gate.threshold());
        }
    }

    @Override
    public void usage(JsonGenerator out, Usage usage) throws IOException {
        out.writeStartObject();
        out.writeNumberField("input_tokens", usage.inputTokens());
        out.writeNumberField("output_tokens", 0);
        out.writeNumberField("state_tokens", usage.stateTokens());
        out.writeNumberField("state_tokens_dropped", usage.stateTokensDropped());
        out.writeBooleanField("truncated", usage.truncated());
        Json.texts(out, "truncated_questions", usage.truncatedQuestions());
        if (!usage.collapsedOptions().isEmpty()) {
            out.writeObjectFieldStart("options");
            for (var question : usage.collapsedOptions().entrySet()) {
                out.writeFieldName(question.getKey());
                collapsed(out, question.getValue());
            }
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void collapsed(JsonGenerator out, Usage.CollapsedOptions options) throws IOException {
        out.writeStartObject();
        out.writeNumberField("total", options.total());
        out.writeNumberField("distinct", options.distinct());
        out.writeFieldName("tokens_per_option");
        if (options.tokensPerOption().isPresent()) {
            out.writeNumber(options.tokensPerOption().getAsInt());
        } else {
            out.writeNull();
        }
        out.writeEndObject();
    }

    @Override
    public void routing(JsonGenerator out, DecisionResponse response) throws IOException {
        if (response.routing().isEmpty()) {
            return;
        }
        Routing routing = response.routing().get();
        out.writeObjectFieldStart("routing");
        out.writeStringField("model", routing.model().wireName());
        out.writeStringField("repo", routing.repo());
        out.writeStringField("reason", routing.reason());
        out.writeFieldName("detection");
        if (routing.detection().isPresent()) {
            detection(out, routing.detection().get());
        } else {
            out.writeNull();
        }
        Json.textOrNull(out, "workflow", routing.workflow());
        out.writeEndObject();
    }

    private static void detection(JsonGenerator out, Detection detection) throws IOException {
        out.writeStartObject();
        out.writeStringField("script", detection.script());
        out.writeObjectFieldStart("script_profile");
        for (Map.Entry<String, Double> share : detection.scriptProfile().entrySet()) {
            Json.exact(out, share.getKey(), share.getValue());
        }
        out.writeEndObject();
        Json.textOrNull(out, "language", detection.language());
        out.writeBooleanField("is_english", detection.english());
        out.writeBooleanField("language_undecided", detection.languageUndecided());
        Json.rounded(out, "diacritic_rate", detection.diacriticRate());
        Json.rounded(out, "non_latin_fraction", detection.nonLatinFraction());
        Json.textOrNull(out, "mixed_segment", detection.mixedSegment());
        out.writeEndObject();
    }
}
