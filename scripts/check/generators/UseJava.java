// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
import decisions.ApiClient;
import decisions.ApiException;
import decisions.api.DecisionsApi;
import decisions.api.HealthApi;
import decisions.model.*;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Uses the client that openapi-generator makes of /openapi.json for Java. */
public class UseJava {
    static final String KEY = System.getenv("GENERATORS_KEY");
    static final String STATE = "I was charged twice this month. Please refund the second payment.";
    static final DecisionsApi API = new DecisionsApi(client(KEY));
    static boolean failed;

    interface Block {
        void run() throws Exception;
    }

    static ApiClient client(String key) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("GENERATORS_URL"));
        return client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
    }

    static void check(String name, Block block) {
        try {
            block.run();
            System.out.println("passed   Java: " + name);
        } catch (Exception | AssertionError e) {
            failed = true;
            System.out.println("failed   Java: " + name + ": " + e.toString().replace('\n', ' '));
        }
    }

    static void must(boolean holds, Object seen) {
        if (!holds) {
            throw new AssertionError(seen);
        }
    }

    static Question noul(Object instructions) {
        return new Question(new NoulQuestion().type(NoulQuestion.TypeEnum.NOUL).instructions(instructions));
    }

    static Question noul() {
        return noul("The customer asks for money back.");
    }

    static Question choice(String instructions, Object criteria) {
        return new Question(new ChoiceQuestion()
                .type(ChoiceQuestion.TypeEnum.CHOICE)
                .instructions(instructions)
                .criteria(criteria));
    }

    static DecisionRequest request(Object state, Map<String, Question> questions) {
        return new DecisionRequest().state(state).questions(questions);
    }

    static void mustBeNoul(Map<String, Answer> answers) {
        double noul = answers.get("refund").getNoulAnswer().getNoul();
        must(noul >= 0 && noul <= 1, answers);
    }

    static String refusal(DecisionsApi api, DecisionRequest request, int status) throws Exception {
        try {
            throw new AssertionError(api.decide(request));
        } catch (ApiException e) {
            must(e.getCode() == status, e);
            return ApiClient.createDefaultObjectMapper()
                    .readValue(e.getResponseBody(), ErrorResponse.class)
                    .getDetail();
        }
    }

    public static void main(String[] arguments) {
        check("a choice, a score and a noul about a text", () -> {
            Map<String, Object> criteria = new HashMap<>();
            criteria.put("billing", "payments and refunds");
            criteria.put("technical", null);
            Question urgency = new Question(new ScoreQuestion()
                    .type(ScoreQuestion.TypeEnum.SCORE)
                    .instructions("How urgent?")
                    .criteria(List.of("calm", "angry")));
            Question queue = choice("Which team?", criteria);
            DecisionResponse got = API.decide(
                    request(STATE, Map.of("queue", queue, "urgency", urgency, "refund", noul()))
                            .minConfidence(0.0));
            ChoiceAnswer team = got.getAnswers().get("queue").getChoiceAnswer();
            must(List.of("billing", "technical").contains(team.getChoice()), team);
            double mass = team.getProbabilities().values().stream().mapToDouble(p -> p).sum();
            must(Math.abs(mass - 1) < 0.001 && team.getAbstention() == Abstention.PASSED, team);
            ScoreAnswer score = got.getAnswers().get("urgency").getScoreAnswer();
            must(score.getScore() >= 0 && score.getScore() <= 1, score);
            must(score.getLegend().get("1").equals("angry"), score);
            mustBeNoul(got.getAnswers());
            must(got.getUsage().getOutputTokens() == 0, got);
            must(got.getRouting().getDetection().getIsEnglish(), got);
        });
        check("labels as an array, of which one is a number", () -> {
            Question asked = choice("How many payments?", List.of(1, "many"));
            DecisionResponse got = API.decide(request(STATE, Map.of("n", asked)));
            Object chosen = got.getAnswers().get("n").getChoiceAnswer().getChoice();
            must(chosen.equals(1) || chosen.equals("many"), chosen);
        });
        check("an object and an array as state", () -> {
            Map<String, Object> invoice = Map.of("invoice", 4711, "lines", List.of(Map.of("total", 9.5)));
            for (Object state : List.of(invoice, List.of(Map.of("text", STATE)))) {
                mustBeNoul(API.decide(request(state, Map.of("refund", noul()))).getAnswers());
            }
        });
        check("an object as instructions", () -> {
            Question asked = noul(Map.of("ask", "Does the customer want money back?"));
            mustBeNoul(API.decide(request(STATE, Map.of("refund", asked))).getAnswers());
        });
        check("a batch", () -> {
            BatchResponse got = API.decideBatch(new BatchRequest()
                    .states(List.of(STATE, Map.of("text", "Where is my parcel?")))
                    .questions(Map.of("refund", noul())));
            must(got.getResults().size() == 2 && got.getTotalUsage().getInputTokens() > 0, got);
            got.getResults().forEach(result -> mustBeNoul(result.getDecisionResponse().getAnswers()));
        });
        DecisionRequest plain = request(STATE, Map.of("refund", noul()));
        check("a refusal for the key is a typed 401", () -> {
            String detail = refusal(new DecisionsApi(client("wrong")), plain, 401);
            must(detail.contains("bearer"), detail);
        });
        check("a refusal for a control is a typed 422", () -> {
            String detail = refusal(API, request(STATE, Map.of("refund", noul())).task("nonsense"), 422);
            must(detail.contains("'task'"), detail);
        });
        check("a refusal for a limit is a typed 413", () -> {
            Map<String, Question> many = new HashMap<>();
            for (int i = 0; i < 65; i++) {
                many.put("q" + i, noul());
            }
            String detail = refusal(API, request(STATE, many), 413);
            must(detail.contains("64"), detail);
        });
        check("health", () -> {
            Health.StatusEnum status = new HealthApi(client(KEY)).health().getStatus();
            must(status == Health.StatusEnum.OK, status);
        });
        System.exit(failed ? 1 : 0);
    }
}
