import com.google.genai.Client;
import com.google.genai.gaos.models.decisions.Answer;
import com.google.genai.gaos.models.decisions.ChoiceAnswer;
import com.google.genai.gaos.models.decisions.ChoiceQuestion;
import com.google.genai.gaos.models.decisions.ChoiceQuestionInstructions;
import com.google.genai.gaos.models.decisions.CreateDecisionRequest;
import com.google.genai.gaos.models.decisions.CreateDecisionResponse;
import com.google.genai.gaos.models.decisions.Input;
import com.google.genai.gaos.models.decisions.NoulAnswer;
import com.google.genai.gaos.models.decisions.NoulQuestion;
import com.google.genai.gaos.models.decisions.NoulQuestionInstructions;
import com.google.genai.gaos.models.decisions.Question;
import com.google.genai.gaos.models.decisions.ScoreAnswer;
import com.google.genai.gaos.models.decisions.ScoreQuestion;
import com.google.genai.gaos.models.decisions.ScoreQuestionInstructions;
import com.google.genai.gaos.models.errors.GaosApiException;
import com.google.genai.gaos.models.interactions.ImageContent;
import com.google.genai.gaos.models.interactions.TextContent;
import com.google.genai.types.HttpOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** {@code com.google.genai:google-genai}, Google's Java client, unmodified. */
final class GoogleJava {
    /** The first attempt and four retries, the client's default. */
    private static final int ATTEMPTS = 5;

    private static final String TICKET = "I was charged twice this month. Please refund the second payment.";
    private static final List<String> LEVELS = List.of("calm", "firm", "angry", "furious");

    private static Client client(String url, String key) {
        return client(key, HttpOptions.builder().baseUrl(url));
    }

    private static Client client(String key, HttpOptions.Builder options) {
        return Client.builder().apiKey(key).httpOptions(options.build()).build();
    }

    private static Client client() {
        return client(Checks.OPEN, "any");
    }

    private static Question noul() {
        return NoulQuestion.builder()
                .instructions(NoulQuestionInstructions.of("The customer asks for money back."))
                .build();
    }

    private static Question choice(Map<String, String> criteria) {
        return ChoiceQuestion.builder()
                .instructions(ChoiceQuestionInstructions.of(List.of(TextContent.builder()
                        .text("Which team should handle this?")
                        .build())))
                .criteria(criteria)
                .build();
    }

    private static Question score(List<String> levels) {
        return ScoreQuestion.builder()
                .instructions(ScoreQuestionInstructions.of("How urgent is it?"))
                .criteria(levels)
                .build();
    }

    private static SequencedMap<String, Question> questions() {
        SequencedMap<String, String> teams = new LinkedHashMap<>();
        teams.put("billing", "payments, invoices and refunds");
        teams.put("technical", "errors, login and app problems");
        teams.put("shipping", "");
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        questions.put("refund", noul());
        questions.put("queue", choice(teams));
        questions.put("urgency", score(LEVELS));
        return questions;
    }

    private static CreateDecisionRequest ask(Input input, Map<String, Question> questions) {
        return CreateDecisionRequest.builder()
                .model("models/gemini-decision-1")
                .input(input)
                .questions(questions)
                .build();
    }

    private static CreateDecisionRequest ask() {
        return ask(Input.of(TICKET), questions());
    }

    private static CreateDecisionResponse asked(Client client, CreateDecisionRequest request) {
        return client.decisions.create(request).createDecisionResponse().orElseThrow();
    }

    private static Map<String, Answer> typed(CreateDecisionResponse decision) {
        Map<String, Answer> answers = decision.answers().orElseThrow();
        Checks.same(List.copyOf(answers.keySet()), List.of("refund", "queue", "urgency"));
        NoulAnswer refund = (NoulAnswer) answers.get("refund");
        double noul = refund.noul().orElseThrow();
        Checks.require(noul > 0.5 && noul <= 0.99 && refund.confidence().orElseThrow() == noul, refund);
        ChoiceAnswer queue = (ChoiceAnswer) answers.get("queue");
        Checks.same(queue.choice().orElseThrow(), "billing");
        largest(queue.probabilities().orElseThrow(), queue.confidence().orElseThrow());
        ScoreAnswer urgency = (ScoreAnswer) answers.get("urgency");
        Checks.same(List.copyOf(urgency.legend().orElseThrow().values()), LEVELS);
        largest(urgency.probabilities().orElseThrow(), urgency.confidence().orElseThrow());
        Checks.same(decision.usage().orElseThrow().totalOutputTokens().orElseThrow(), 0);
        return answers;
    }

    private static void largest(Map<String, Double> probabilities, double confidence) {
        double sum = probabilities.values().stream().mapToDouble(p -> p).sum();
        Checks.require(Math.abs(sum - 1) < 1e-4 * probabilities.size(), sum);
        Checks.same(probabilities.values().stream().mapToDouble(p -> p).max().orElseThrow(), confidence);
    }

    private static void answers(Checks checks) {
        checks.check("a noul, a choice and a score, at the client's own version", () -> typed(asked(client(), ask())));
        checks.check("versions v1, v1beta and v1alpha give one answer", () -> {
            Map<String, Answer> answers = typed(asked(client(), ask()));
            for (String version : List.of("v1", "v1beta", "v1alpha")) {
                Client of = client("any", HttpOptions.builder().baseUrl(Checks.OPEN).apiVersion(version));
                Checks.same(typed(asked(of, ask())), answers);
            }
        });
        checks.check("several contents", () -> {
            Input input = Input.of(List.of(
                    TextContent.builder().text("I was charged twice this month.").build(),
                    TextContent.builder().text("Please refund the second payment.").build()));
            typed(asked(client(), ask(input, questions())));
        });
        checks.check("eight concurrent decisions of the asynchronous client", () -> {
            Client client = client();
            IntStream.range(0, 8)
                    .mapToObj(_ -> client.decisions.async().create(ask()))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .forEach(answer -> typed(answer.createDecisionResponse().orElseThrow()));
        });
        checks.check("a thousand questions, the limit of the API", () -> {
            SequencedMap<String, Question> many = new LinkedHashMap<>();
            IntStream.range(0, 1_000).forEach(i -> many.put("q" + i, noul()));
            Checks.same(asked(client(), ask(Input.of(TICKET), many)).answers().orElseThrow().size(), 1_000);
        });
        checks.check("255 options, the limit of the API, where choices that do not fit are split", () -> {
            CreateDecisionRequest wide = ask(Input.of(TICKET), Map.of("c", choice(options(255))));
            Answer answer = asked(client(Checks.LIMITED, Checks.KEY), wide).answers().orElseThrow().get("c");
            Checks.same(((ChoiceAnswer) answer).probabilities().orElseThrow().size(), 255);
        });
    }

    private static Map<String, String> options(int count) {
        SequencedMap<String, String> options = new LinkedHashMap<>();
        IntStream.range(0, count).forEach(i -> options.put(Integer.toString(i), ""));
        return options;
    }

    private static GaosApiException refused(Client client, CreateDecisionRequest request, int code, String status)
            throws Exception {
        GaosApiException error = Checks.refused(GaosApiException.class, () -> client.decisions.create(request));
        Checks.same(error.code(), code);
        String body = error.bodyAsString().orElseThrow();
        Checks.require(body.contains("\"status\":\"" + status + "\""), body);
        return error;
    }

    private static void malformed(Checks checks, String what, CreateDecisionRequest request, String says) {
        checks.check(what + ": a 400, INVALID_ARGUMENT, that says what to change", () -> {
            String body = refused(client(), request, 400, "INVALID_ARGUMENT").bodyAsString().orElseThrow();
            Checks.require(body.contains(says), body);
        });
    }

    private static void errors(Checks checks) {
        malformed(checks, "no questions", ask(Input.of(TICKET), Map.of()), "at least one");
        ImageContent image = ImageContent.builder().data("aGk=").build();
        malformed(checks, "an image", ask(Input.of(List.of(image)), questions()), "reads text");
        malformed(checks, "256 options", ask(Input.of(TICKET), Map.of("q", choice(options(256)))), "256 > 255");
        malformed(
                checks,
                "more options than fit",
                ask(Input.of(TICKET), Map.of("q", choice(options(255)))),
                "of its 255 options fit");
        malformed(checks, "a single option", ask(Input.of(TICKET), Map.of("q", choice(Map.of("a", "")))), "at least 2");
        malformed(checks, "an input over the limit", ask(Input.of("x".repeat(50_001)), questions()), "50001 > 50000");
        checks.check(
                "the right key, in the client's own header",
                () -> typed(asked(client(Checks.KEYED, Checks.KEY), ask())));
        checks.check(
                "a wrong key is a 401, UNAUTHENTICATED",
                () -> refused(client(Checks.KEYED, "wrong"), ask(), 401, "UNAUTHENTICATED"));
    }

    private static void overloaded(Checks checks, String url, int status, String word) {
        checks.check(
                "a full service is a " + status + ", " + word + ", after " + ATTEMPTS + " attempts",
                () -> checks.whileFull(
                        url, ATTEMPTS, Duration.ZERO, () -> refused(client(url, Checks.KEY), ask(), status, word)));
        checks.check(
                "its retry after a " + status + " succeeds",
                () -> Checks.freedSoon(
                        url, Duration.ofMillis(300), () -> typed(asked(client(url, Checks.KEY), ask()))));
    }

    static void main() {
        Checks checks =
                new Checks("google-genai (Java) " + Client.class.getPackage().getImplementationVersion(), "gemini");
        answers(checks);
        errors(checks);
        overloaded(checks, Checks.KEYED, 503, "UNAVAILABLE");
        overloaded(checks, Checks.LIMITED, 429, "RESOURCE_EXHAUSTED");
        // The threads of its clients would keep the process.
        System.exit(checks.exitStatus());
    }
}
