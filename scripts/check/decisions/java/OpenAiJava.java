import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.HttpResponseFor;
import com.openai.errors.BadRequestException;
import com.openai.errors.InternalServerException;
import com.openai.errors.NotFoundException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.errors.UnexpectedStatusCodeException;
import com.openai.models.DecisionInputJson;
import com.openai.models.DecisionQuestionInputPart;
import com.openai.models.DecisionQuestionInputText;
import com.openai.models.decisions.Decision;
import com.openai.models.decisions.Decision.Answer;
import com.openai.models.decisions.DecisionChoiceOption;
import com.openai.models.decisions.DecisionChoiceValue;
import com.openai.models.decisions.DecisionCreateParams;
import com.openai.models.decisions.DecisionCreateParams.Question;
import com.openai.models.decisions.DecisionInputImage;
import com.openai.models.decisions.DecisionInputItem;
import com.openai.models.decisions.DecisionInputMessage;
import com.openai.models.decisions.DecisionInputPart;
import com.openai.models.decisions.DecisionInputText;
import com.openai.models.models.Model;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** {@code com.openai:openai-java}, the official Java client, unmodified. */
final class OpenAiJava {
    /** The first attempt and two retries, the client's default. */
    private static final int ATTEMPTS = 3;

    private static final String TICKET = "I was charged twice this month. Please refund the second payment.";
    private static final Question.Predicate REFUND = Question.Predicate.builder()
            .name("refund")
            .instructions("The customer asks for money back.")
            .build();
    private static final List<String> LISTED = List.of("auto", "english", "multilingual", "typed-decisions");

    private static OpenAIClient client(String url, String key, String path, int retries) {
        return OpenAIOkHttpClient.builder()
                .baseUrl(url + path)
                .apiKey(key)
                .maxRetries(retries)
                .build();
    }

    private static OpenAIClient client(String url, String key) {
        return OpenAIOkHttpClient.builder().baseUrl(url + "/v1").apiKey(key).build();
    }

    private static OpenAIClient client() {
        return client(Checks.OPEN, "any");
    }

    private static DecisionCreateParams.Builder withoutQuestions() {
        return DecisionCreateParams.builder().model("gpt-6-luna").input(TICKET);
    }

    private static DecisionCreateParams.Builder ask() {
        return withoutQuestions()
                .addQuestion(REFUND)
                .addQuestion(Question.Choice.builder()
                        .name("queue")
                        .instructions("Which team should handle this?")
                        .addChoice(DecisionChoiceOption.builder()
                                .value("billing")
                                .description("payments, invoices and refunds")
                                .build())
                        .addChoice(option("technical"))
                        .addChoice(option("shipping"))
                        .build())
                .addQuestion(Question.Choice.builder()
                        .instructions("Was the customer charged twice?")
                        .addChoice(DecisionChoiceOption.builder().value(true).build())
                        .addChoice(DecisionChoiceOption.builder().value(false).build())
                        .build())
                .addQuestion(Question.Score.builder()
                        .name("urgency")
                        .instructionsOfDecisionQuestionInputParts(
                                List.of(DecisionQuestionInputPart.ofInputText(DecisionQuestionInputText.builder()
                                        .text("How urgent is it?")
                                        .build())))
                        .levels(Stream.of("calm", "firm", "angry", "furious")
                                .map(label -> Question.Score.Level.builder()
                                        .label(label)
                                        .build())
                                .toList())
                        .build());
    }

    private static DecisionChoiceOption option(String value) {
        return DecisionChoiceOption.builder().value(value).build();
    }

    private static DecisionInputItem user(DecisionInputPart... parts) {
        return DecisionInputItem.ofDecisionInputMessage(DecisionInputMessage.ofUser(DecisionInputMessage.User.builder()
                .contentOfParts(List.of(parts))
                .build()));
    }

    private static DecisionInputPart text(String text) {
        return DecisionInputPart.ofInputText(
                DecisionInputText.builder().text(text).build());
    }

    private static List<DecisionInputItem> conversation() {
        return List.of(
                DecisionInputItem.ofDecisionInputMessage(
                        DecisionInputMessage.ofSystem(DecisionInputMessage.System.builder()
                                .content("Support chat of a subscription shop.")
                                .build())),
                user(text(TICKET)),
                DecisionInputItem.ofFunctionCall(DecisionInputItem.FunctionCall.builder()
                        .callId("call_1")
                        .name("list_payments")
                        .arguments("{\"customer\": \"c-17\", \"month\": \"2026-10\"}")
                        .build()),
                DecisionInputItem.ofFunctionCallOutput(DecisionInputItem.FunctionCallOutput.builder()
                        .callId("call_1")
                        .output("2 payments of 9.00 EUR on 2026-10-03")
                        .build()),
                user(
                        text("Here is the invoice:"),
                        DecisionInputPart.ofInputJson(DecisionInputJson.builder()
                                .data(DecisionInputJson.Data.UnionMember0.builder()
                                        .putAdditionalProperty("invoice", JsonValue.from("A-204"))
                                        .putAdditionalProperty("paid_twice", JsonValue.from(true))
                                        .build())
                                .build())));
    }

    private static void typed(Decision decision, String model) {
        decision.validate();
        Checks.same(decision.model(), model);
        List<Answer> answers = decision.answers();
        Checks.same(answers.size(), 4);
        Answer.Predicate refund = answers.get(0).asPredicate();
        Checks.same(refund.name(), Optional.of("refund"));
        Checks.require(refund.probability() > 0.5 && refund.probability() <= 1, refund);

        Answer.Choice queue = answers.get(1).asChoice();
        Checks.same(queue.name(), Optional.of("queue"));
        Checks.same(queue.choice().asString(), "billing");
        Checks.same(
                values(queue).map(DecisionChoiceValue::asString).toList(), List.of("billing", "technical", "shipping"));
        chosen(queue);

        Answer.Choice twice = answers.get(2).asChoice();
        Checks.same(twice.name(), Optional.empty());
        Checks.require(twice.choice().isBool(), twice.choice());
        Checks.same(values(twice).map(DecisionChoiceValue::asBool).toList(), List.of(true, false));
        chosen(twice);

        Answer.Score urgency = answers.get(3).asScore();
        Checks.same(urgency.name(), Optional.of("urgency"));
        var levels = urgency.probabilities();
        Checks.same(
                levels.stream().map(level -> level.value() + level.label()).toList(),
                List.of("0calm", "1firm", "2angry", "3furious"));
        Checks.scored(
                urgency.score(),
                levels.stream().mapToDouble(level -> level.probability()).toArray(),
                urgency.confidence());

        Decision.Usage usage = decision.usage();
        Checks.require(usage.inputTokens() > 0, usage);
        Checks.same(usage.totalTokens(), usage.inputTokens());
        Checks.same(usage.outputTokens() + usage.outputTokensDetails().reasoningTokens(), 0L);
        Checks.same(
                usage.inputTokensDetails().cachedTokens()
                        + usage.inputTokensDetails().cacheWriteTokens(),
                0L);
    }

    private static Stream<DecisionChoiceValue> values(Answer.Choice choice) {
        return choice.probabilities().stream().map(Answer.Choice.Probability::value);
    }

    private static void chosen(Answer.Choice answer) {
        double best = answer.probabilities().stream()
                .filter(p -> p.value().equals(answer.choice()))
                .findFirst()
                .orElseThrow()
                .probability();
        double[] all = answer.probabilities().stream()
                .mapToDouble(p -> p.probability())
                .toArray();
        Checks.chosen(best, all, answer.confidence());
    }

    private static void refusedAs(OpenAIServiceException error, int status, String code, String param, String type) {
        Checks.same(error.statusCode(), status);
        Checks.same(error.code(), Optional.of(code));
        Checks.same(error.param(), Optional.ofNullable(param));
        Checks.same(error.type(), Optional.of(type));
        Checks.require(!error.headers().values("X-Request-Id").isEmpty(), error.headers());
    }

    private static void answers(Checks checks) {
        checks.check("predicate, choice, boolean choice and score, valid by its own validation", () -> {
            try (HttpResponseFor<Decision> answer =
                    client().withRawResponse().decisions().create(ask().build())) {
                Checks.require(answer.requestId().isPresent(), answer.headers());
                typed(answer.parse(), "english");
            }
        });
        checks.check(
                "a conversation with a tool call and an input_json part",
                () -> typed(
                        client().decisions()
                                .create(ask().inputOfDecisionInputItems(conversation())
                                        .build()),
                        "english"));
        checks.check("its own options, our controls as body properties, and a model by name", () -> {
            DecisionCreateParams params = ask().model("multilingual")
                    .promptCacheKey("tenant-42")
                    .safetyIdentifier("user-123")
                    .putAdditionalBodyProperty("lang", JsonValue.from("en"))
                    .build();
            typed(client().decisions().create(params), "multilingual");
        });
        checks.check("eight concurrent decisions of the asynchronous client", () -> {
            OpenAIClient client = client();
            Stream.generate(() -> client.async().decisions().create(ask().build())).limit(8).toList().stream()
                    .map(CompletableFuture::join)
                    .forEach(decision -> typed(decision, "english"));
        });
        checks.check(
                "the right key",
                () -> typed(client(Checks.KEYED, Checks.KEY).decisions().create(ask().build()), "english"));
    }

    private static void badRequest(Checks checks, String name, DecisionCreateParams params, String code, String param) {
        checks.check(name + ": a typed 400 with code and param", () -> {
            var error = Checks.refused(
                    BadRequestException.class, () -> client().decisions().create(params));
            refusedAs(error, 400, code, param, "invalid_request_error");
            Checks.require(error.getMessage().contains("'" + param + "'"), error.getMessage());
        });
    }

    private static void errors(Checks checks) {
        badRequest(
                checks, "no questions", withoutQuestions().questions(List.of()).build(), "empty_array", "questions");
        Question.Choice single = Question.Choice.builder()
                .instructions("Which?")
                .addChoice(option("a"))
                .build();
        badRequest(
                checks,
                "a single choice",
                withoutQuestions().addQuestion(REFUND).addQuestion(single).build(),
                "array_below_min_length",
                "questions[1].choices");
        DecisionInputPart image = DecisionInputPart.ofInputImage(DecisionInputImage.builder()
                .imageUrl("data:image/png;base64,AAAA")
                .detail(DecisionInputImage.Detail.LOW)
                .build());
        badRequest(
                checks,
                "an image",
                ask().inputOfDecisionInputItems(List.of(user(text(TICKET), image)))
                        .build(),
                "unsupported_content",
                "input[0].content[1]");
        badRequest(
                checks,
                "an output without its call",
                ask().inputOfDecisionInputItems(List.of(conversation().get(3))).build(),
                "invalid_value",
                "input[0].call_id");
        badRequest(
                checks,
                "a state over the limit",
                ask().input("x".repeat(50_001)).build(),
                "context_length_exceeded",
                "input");

        checks.check("a wrong key is its unauthorized error", () -> {
            var error = Checks.refused(
                    UnauthorizedException.class,
                    () -> client(Checks.KEYED, "wrong").decisions().create(ask().build()));
            refusedAs(error, 401, "invalid_api_key", null, "invalid_request_error");
        });
        checks.check("an unknown model of models.retrieve is its not-found error", () -> {
            var error = Checks.refused(
                    NotFoundException.class, () -> client().models().retrieve("gpt-6-luna"));
            Checks.same(error.code(), Optional.of("model_not_found"));
        });
        checks.check("an unknown path is its not-found error", () -> {
            var error = Checks.refused(
                    NotFoundException.class,
                    () -> client(Checks.OPEN, "any", "/v1/decisions", 2)
                            .decisions()
                            .create(ask().build()));
            refusedAs(error, 404, "not_found", null, "invalid_request_error");
        });
        checks.check("a body over 2 MiB is a 413 with its code", () -> {
            DecisionCreateParams params =
                    ask().input("x".repeat(2 * 1024 * 1024 + 1)).build();
            var error = Checks.refused(
                    UnexpectedStatusCodeException.class,
                    () -> client().decisions().create(params));
            refusedAs(error, 413, "request_too_large", null, "invalid_request_error");
        });
    }

    private static void full(
            Checks checks,
            String url,
            int status,
            Class<? extends OpenAIServiceException> kind,
            String code,
            String type) {
        checks.check(
                "a full service is a " + status + " of its own class, after " + ATTEMPTS + " attempts",
                () -> checks.whileFull(url, ATTEMPTS, Checks.A_SECOND, () -> {
                    var error = Checks.refused(
                            kind, () -> client(url, Checks.KEY).decisions().create(ask().build()));
                    refusedAs(error, status, code, null, type);
                    Checks.same(error.headers().values("Retry-After"), List.of("1"));
                }));
    }

    private static void overloaded(Checks checks) {
        full(checks, Checks.KEYED, 503, InternalServerException.class, "server_overloaded", "server_error");
        full(checks, Checks.LIMITED, 429, RateLimitException.class, "rate_limit_exceeded", "rate_limit_error");
        checks.check(
                "maxRetries(0) asks once",
                () -> checks.whileFull(Checks.KEYED, 1, Checks.A_SECOND, () -> {
                    OpenAIClient once = client(Checks.KEYED, Checks.KEY, "/v1", 0);
                    Checks.refused(
                            InternalServerException.class,
                            () -> once.decisions().create(ask().build()));
                }));
        checks.check(
                "its retry waits as Retry-After says and succeeds",
                () -> Checks.freedSoon(
                        Checks.KEYED,
                        Checks.A_SECOND,
                        () -> typed(client(Checks.KEYED, Checks.KEY).decisions().create(ask().build()), "english")));
    }

    private static void models(Checks checks) {
        checks.check("models().list, and every listed model answers", () -> {
            List<Model> listed = client().models().list().autoPager().stream().toList();
            Checks.same(listed.stream().map(Model::id).toList(), LISTED);
            for (Model model : listed) {
                model.validate();
                Checks.same(model.ownedBy(), "decision-service");
                Checks.same(client().models().retrieve(model.id()), model);
                Decision decision =
                        client().decisions().create(ask().model(model.id()).build());
                typed(decision, model.id().equals("auto") ? "english" : model.id());
            }
        });
    }

    static void main() {
        Checks checks =
                new Checks("openai-java " + OpenAIClient.class.getPackage().getImplementationVersion(), "decisions");
        answers(checks);
        errors(checks);
        overloaded(checks);
        models(checks);
        // The threads of its clients would keep the process for a minute.
        System.exit(checks.exitStatus());
    }
}
