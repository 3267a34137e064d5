// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RequestPlan;

/**
 * Asks one service. Clients are immutable and used by any number of threads at once; methods such as {@link #key}
 * return another client, which shares the connections of this one. At most 16 requests of them are on the wire at once
 * ({@link #atOnce}), so a thousand threads may ask and wait.
 *
 * <p>A request that the service is too busy for, or that did not reach it, is sent again, after the pause that the
 * service names in {@code Retry-After} if that is longer than the client's own (0.1 s, twice as long each time, up to
 * 5 s). It is sent 5 times at most ({@link #attempts}) and takes 60 seconds at most, all attempts and pauses together
 * ({@link #timeout}). Every method that asks throws {@link DecisionException} if there is no answer in the end.
 */
public final class DecisionClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 5;
    private static final int AT_ONCE = 16;

    /** The limits of one request. */
    private static final int STATES_OF_A_BATCH = 64;

    private static final String SINGLE = "/v1/systemone";
    private static final String BATCH = SINGLE + "/batch";
    private static final String PLAN = SINGLE + "/plan";

    private final Exchange exchange;
    private final SequencedMap<String, JsonValue> controls;

    private DecisionClient(Exchange exchange, SequencedMap<String, JsonValue> controls) {
        this.exchange = exchange;
        this.controls = controls;
    }

    /**
     * A client of the service at {@code base}.
     *
     * @param base such as {@code http://127.0.0.1:8000}, with the prefix of a proxy if there is one, without
     *     {@code /v1}
     */
    public static DecisionClient at(URI base) {
        String scheme = String.valueOf(base.getScheme());
        if (!(scheme.equals("http") || scheme.equals("https")) || base.getHost() == null) {
            throw new IllegalArgumentException(
                    "not the address of a service: '" + base + "'; it is one such as http://127.0.0.1:8000");
        }
        String text = base.toString();
        URI root = text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : base;
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        return new DecisionClient(
                new Exchange(root, Optional.empty(), TIMEOUT, ATTEMPTS, new Semaphore(AT_ONCE), http),
                new LinkedHashMap<>());
    }

    /**
     * Sends {@code key} with every request, as a bearer token.
     *
     * @throws IllegalArgumentException if it has other characters than those of printable ASCII, which Java's client
     *     does not send as they are; the message does not show the key
     */
    public DecisionClient key(String key) {
        if (key.isEmpty() || !key.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException("the key "
                    + (key.isEmpty()
                            ? "is empty"
                            : "has a line break or another"
                                    + " character outside of printable ASCII, which cannot be sent"));
        }
        return with(new Exchange(
                exchange.base(),
                Optional.of(key),
                exchange.timeout(),
                exchange.attempts(),
                exchange.slots(),
                exchange.http()));
    }

    /** Gives up after {@code whole}, which all attempts of a request and the pauses between them take at most. */
    public DecisionClient timeout(Duration whole) {
        if (!whole.isPositive()) {
            throw new IllegalArgumentException("timeout: it takes more than no time");
        }
        return with(new Exchange(
                exchange.base(), exchange.key(), whole, exchange.attempts(), exchange.slots(), exchange.http()));
    }

    /** Sends a request {@code most} times at most; 1 never repeats one. */
    public DecisionClient attempts(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("attempts: a request is sent at least once");
        }
        return with(new Exchange(
                exchange.base(), exchange.key(), exchange.timeout(), most, exchange.slots(), exchange.http()));
    }

    /** Has {@code most} requests on the wire at once at most; the others wait, within their time. */
    public DecisionClient atOnce(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("atOnce: at least one request is sent at once");
        }
        return with(new Exchange(
                exchange.base(),
                exchange.key(),
                exchange.timeout(),
                exchange.attempts(),
                new Semaphore(most),
                exchange.http()));
    }

    /** Uses the connections of {@code http}, such as one with a proxy or with certificates of its own. */
    public DecisionClient http(HttpClient http) {
        return with(new Exchange(
                exchange.base(), exchange.key(), exchange.timeout(), exchange.attempts(), exchange.slots(), http));
    }

    /** Has {@code checkpoint} answer, by name or alias; the service ignores a name that it does not know. */
    public DecisionClient model(String checkpoint) {
        return control("model", new JsonString(checkpoint));
    }

    /** Has the checkpoint of a workflow answer, such as {@code invoice_processing}. */
    public DecisionClient task(String workflow) {
        return control("task", new JsonString(workflow));
    }

    /** Says the language of the states, such as {@code de}, which is then not detected. */
    public DecisionClient lang(String code) {
        return control("lang", new JsonString(code));
    }

    /** Says what somebody guessed of the language; it counts after {@link #lang}. */
    public DecisionClient langGuess(String code) {
        return control("lang_guess", new JsonString(code));
    }

    /** Marks answers that are less sure than {@code threshold}, in [0, 1]. */
    public DecisionClient minConfidence(double threshold) {
        return control("min_confidence", new JsonDouble(threshold));
    }

    /** Has a row take {@code tokens} at most. */
    public DecisionClient maxLen(int tokens) {
        return control("max_len", new JsonInteger(Integer.toString(tokens)));
    }

    /** Has instructions and options take {@code tokens} at most. */
    public DecisionClient headMaxLen(int tokens) {
        return control("head_max_len", new JsonInteger(Integer.toString(tokens)));
    }

    /** Reads a state that is too long for a row in windows, or cuts it. */
    public DecisionClient windows(boolean read) {
        return control("windows", new JsonBoolean(read));
    }

    /** Asks the checkpoint with what labels taught, or alone. */
    public DecisionClient learned(boolean counts) {
        return control("learned", new JsonBoolean(counts));
    }

    /** Has answers say which options cannot be excluded at {@code level}, in [0.5, 0.99]. */
    public DecisionClient coverage(double level) {
        return control("coverage", new JsonDouble(level));
    }

    /** Has answers say which parts of the state they depend on; the service needs {@code SERVICE_EXPLAIN=1}. */
    public DecisionClient explain() {
        return control("explain", new JsonBoolean(true));
    }

    /** Has e-mails cleaned before they are read, with {@code email}, or not, with {@code none}. */
    public DecisionClient clean(String kind) {
        return control("clean", new JsonString(kind));
    }

    /** Sends any other member with every request: for members that are younger than this client. */
    public DecisionClient control(String name, JsonValue value) {
        SequencedMap<String, JsonValue> all = new LinkedHashMap<>(controls);
        all.put(name, value);
        return new DecisionClient(exchange, all);
    }

    private DecisionClient with(Exchange other) {
        return new DecisionClient(other, controls);
    }

    /** Asks about a text. */
    public Decision ask(String state, NamedQuestion... questions) {
        return ask(new JsonString(state), questions);
    }

    /** Asks about a JSON document, such as {@code Json.parse("{…}")}. */
    public Decision ask(JsonValue state, NamedQuestion... questions) {
        List<NamedQuestion> asked = List.of(questions);
        Exchange.Reply reply = exchange.post(SINGLE, body("state", state, asked));
        return read(() -> decision(reply.body(), asked, reply));
    }

    /** Says what {@link #ask(String, NamedQuestion...)} would take; the service needs {@code SERVICE_PLAN=1}. */
    public RequestPlan plan(String state, NamedQuestion... questions) {
        return plan(new JsonString(state), questions);
    }

    /** Says what {@link #ask(JsonValue, NamedQuestion...)} would take; the service needs {@code SERVICE_PLAN=1}. */
    public RequestPlan plan(JsonValue state, NamedQuestion... questions) {
        JsonValue plan = post(PLAN, body("state", state, List.of(questions)));
        return read(() -> PlanReader.read(plan));
    }

    /**
     * Asks without waiting. A future that is cancelled, or whose own time is over, ends its request: the connection is
     * closed, and the service drops what it has not begun.
     */
    public CompletableFuture<Decision> askAsync(String state, NamedQuestion... questions) {
        return begin(() -> ask(state, questions));
    }

    /** Asks about a JSON document without waiting, as {@link #askAsync(String, NamedQuestion...)} does. */
    public CompletableFuture<Decision> askAsync(JsonValue state, NamedQuestion... questions) {
        return begin(() -> ask(state, questions));
    }

    /**
     * Asks the same questions about each of {@code states}, and returns what came of each in their order. The states go
     * in batches of 64. If the service finds a batch too large (413), its states go one by one. A state that is refused
     * is an outcome; whatever keeps all of them from being answered is thrown.
     */
    public List<Outcome> askAll(List<String> states, NamedQuestion... questions) {
        return askAllOf(states.stream().map(JsonString::new).toList(), questions);
    }

    /** Asks about JSON documents as {@link #askAll} does. */
    public List<Outcome> askAllOf(List<? extends JsonValue> states, NamedQuestion... questions) {
        List<NamedQuestion> asked = List.of(questions);
        List<Outcome> outcomes = new ArrayList<>();
        for (int from = 0; from < states.size(); from += STATES_OF_A_BATCH) {
            List<JsonValue> some = List.copyOf(states.subList(from, Math.min(from + STATES_OF_A_BATCH, states.size())));
            try {
                outcomes.addAll(batch(some, asked));
            } catch (DecisionException e) {
                if (e.code() != DecisionException.Code.TOO_LARGE) {
                    throw e;
                }
                some.forEach(state -> outcomes.add(alone(state, questions)));
            }
        }
        return outcomes;
    }

    /** Asks about many texts without waiting, as {@link #askAsync(String, NamedQuestion...)} does. */
    public CompletableFuture<List<Outcome>> askAllAsync(List<String> states, NamedQuestion... questions) {
        return begin(() -> askAll(states, questions));
    }

    /** The state of the service by its own account. It answers also while it is busy. */
    public Health health() {
        JsonValue said = get("/health");
        return read(() -> {
            Members members = Members.of(said);
            return new Health(
                    Json.plain(members.value("status")),
                    members.texts("loaded"),
                    members.textsByName("revisions"),
                    members.text("device"));
        });
    }

    /** Gets a document of the service as it is, from a path such as {@code /health}. */
    public JsonValue get(String path) {
        return exchange.get(path).body();
    }

    /** Posts a request and returns the answer as it is: for routes and members that this client has no method for. */
    public JsonValue post(String path, JsonObject request) {
        return exchange.post(path, request).body();
    }

    private List<Outcome> batch(List<JsonValue> states, List<NamedQuestion> asked) {
        SequencedMap<String, JsonValue> body =
                new LinkedHashMap<>(body("states", new JsonArray(states), asked).members());
        body.put("on_error", new JsonString("per_state"));
        Exchange.Reply reply = exchange.post(BATCH, new JsonObject(body));
        return read(() -> {
            List<JsonValue> results = Members.elements(Members.of(reply.body()).value("results"));
            if (results.size() != states.size()) {
                throw new IllegalArgumentException(results.size() + " results of " + states.size() + " states");
            }
            return results.stream().map(result -> outcome(result, asked, reply)).toList();
        });
    }

    private Outcome outcome(JsonValue result, List<NamedQuestion> asked, Exchange.Reply reply) {
        return Members.of(result)
                .object("error")
                .<Outcome>map(error -> new Outcome.Refused(RefusalReader.read(error, reply.header("X-Request-Id"))))
                .orElseGet(() -> new Outcome.Answered(decision(result, asked, reply)));
    }

    /** One state of a batch that was too large; if it is too large itself, that is its own outcome. */
    private Outcome alone(JsonValue state, NamedQuestion... questions) {
        try {
            return new Outcome.Answered(ask(state, questions));
        } catch (DecisionException e) {
            return switch (e.code()) {
                case TOO_LARGE, INVALID -> new Outcome.Refused(e);
                case UNAUTHORIZED,
                        FORBIDDEN,
                        NOT_FOUND,
                        BUSY,
                        FAILED,
                        UNREACHABLE,
                        TIMED_OUT,
                        INTERRUPTED,
                        UNREADABLE -> throw e;
            };
        }
    }

    private JsonObject body(String name, JsonValue state, List<NamedQuestion> questions) {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        members.put(name, state);
        members.put("questions", RequestWriter.questions(questions));
        members.putAll(controls);
        return new JsonObject(members);
    }

    private static Decision decision(JsonValue result, List<NamedQuestion> asked, Exchange.Reply reply) {
        return new Decision(
                new AnswerReader(asked).response(result),
                reply.header("X-Inference-Time-Ms")
                        .map(millis -> OptionalDouble.of(Double.parseDouble(millis)))
                        .orElse(OptionalDouble.empty()),
                reply.header("X-Request-Id"));
    }

    private <T> T read(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw exchange.unreadable(e);
        }
    }

    /** Asks on a thread of its own, which is interrupted if somebody else ends the future. */
    private static <T> CompletableFuture<T> begin(Supplier<T> asking) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Thread asks = Thread.ofVirtual().name("decision-client").start(() -> {
            try {
                future.complete(asking.get());
            } catch (RuntimeException | Error e) {
                future.completeExceptionally(e);
            }
        });
        var _ = future.whenComplete((_, _) -> asks.interrupt());
        return future;
    }
}
