import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The three services, one line per check, and what every answer must satisfy. */
final class Checks {
    static final String OPEN = setting("OPEN");
    /** Needs {@link #KEY} and has a few slots; answers 503 when these are taken. */
    static final String KEYED = setting("KEYED");
    /** Like {@link #KEYED}, but answers 429. */
    static final String LIMITED = setting("LIMITED");

    static final String KEY = setting("KEY");
    /** What Retry-After asks for, as far as clocks of two processes agree. */
    static final Duration A_SECOND = Duration.ofMillis(950);


    interface Body {
        void run() throws Exception;
    }

    private final String client;
    private final String route;
    private boolean failed;

    /**
     * The checks of one client.
     *
     * @param route as the service's metrics name it
     */
    Checks(String client, String route) {
        this.client = client;
        this.route = route;
    }

    private static String setting(String name) {
        return System.getenv("DECISIONS_" + name);
    }

    /** Prints the outcome of {@code body} as one line; a failure does not prevent the next check from running. */
    void check(String name, Body body) {
        try {
            body.run();
            System.out.printf("passed   %s: %s%n", client, name);
        } catch (Exception | AssertionError e) {
            failed = true;
            System.out.printf(
                    "failed   %s: %s: %s at %s%n", client, name, e.toString().replace('\n', ' '), place(e));
        }
    }

    int exitStatus() {
        return failed ? 1 : 0;
    }

    private static String place(Throwable error) {
        return List.of(error.getStackTrace()).stream()
                .filter(frame -> frame.getClassName().startsWith("OpenAiJava") || frame.getClassName().startsWith("GoogleJava"))
                .map(frame -> "line " + frame.getLineNumber())
                .findFirst()
                .orElse("an unknown line");
    }

    static void require(boolean holds, Object otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    static void same(Object actual, Object expected) {
        require(actual.equals(expected), actual + " instead of " + expected);
    }

    /** The error of {@code body}, which must be a {@code kind}. */
    static <E extends Exception> E refused(Class<E> kind, Body body) throws Exception {
        try {
            body.run();
        } catch (Exception e) {
            if (kind.isInstance(e)) {
                return kind.cast(e);
            }
            throw e;
        }
        throw new AssertionError("it was answered");
    }

    /** Numbers of four decimals whose sum is 1, as far as the rounding of each allows. */
    private static void distribution(double[] p) {
        double sum = 0;
        for (double x : p) {
            require(x >= 0 && x <= 1, x);
            sum += x;
        }
        require(Math.abs(sum - 1) <= p.length * 0.5e-4 + 1e-9, sum);
    }

    static void chosen(double best, double[] p, double confidence) {
        distribution(p);
        for (double x : p) {
            require(x <= best, x + " is above that of the choice, " + best);
        }
        require(Math.abs(confidence - (best - 1.0 / p.length) / (1 - 1.0 / p.length)) < 2e-4, confidence);
    }

    static void scored(double score, double[] p, double confidence) {
        distribution(p);
        int mode = IntStream.range(0, p.length).reduce(0, (a, b) -> p[b] > p[a] ? b : a);
        double mean = 0;
        double spread = 0;
        double farthest = 0;
        for (int i = 0; i < p.length; i++) {
            mean += i * p[i];
            spread += p[i] * Math.abs(i - mode);
            farthest += Math.abs(i - (p.length - 1) / 2.0) / p.length;
        }
        require(
                Math.abs(score - mean) <= (p.length * (p.length - 1) / 2 + 1) * 0.5e-4 + 1e-9,
                score + ", mean " + mean);
        require(Math.abs(confidence - Math.max(0, 1 - spread / farthest)) < 1e-3, confidence);
    }

    /** Fills all slots of a service with uploads that never send their body. */
    private static List<Socket> takeAllSlots(String url) throws IOException {
        int port = URI.create(url).getPort();
        String head = "POST /v1/decisions HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + KEY
                + "\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n";
        List<Socket> uploads = new ArrayList<>();
        for (int slot = 0; slot < Integer.parseInt(setting("SLOTS")); slot++) {
            Socket upload = new Socket("127.0.0.1", port);
            uploads.add(upload);
            upload.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            // The service asks for a body once its request is admitted.
            String answer = new String(upload.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            require(answer.endsWith(" 100"), answer);
        }
        return uploads;
    }

    private static void release(List<Socket> uploads) {
        for (Socket upload : uploads) {
            try {
                upload.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** How many requests of this route the service refused because it was full. */
    private double turnedAway(String url) throws Exception {
        URI page = URI.create(setting(url.equals(KEYED) ? "KEYED_METRICS" : "LIMITED_METRICS") + "/metrics");
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    http.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
            same(answer.statusCode(), 200);
            return answer.body()
                    .lines()
                    .filter(line -> line.startsWith("decision_requests_total{"))
                    .filter(line -> line.contains("route=\"" + route + "\"") && line.contains("outcome=\"busy\""))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }

    /**
     * Runs {@code body} while all slots are taken: it must be refused {@code attempts} times, at least so long apart.
     */
    void whileFull(String url, int attempts, Duration pause, Body body) throws Exception {
        double before = turnedAway(url);
        List<Socket> uploads = takeAllSlots(url);
        long started = System.nanoTime();
        try {
            body.run();
        } finally {
            release(uploads);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - started);
        // A request is counted after its answer, so the last may come late.
        for (int waited = 0; turnedAway(url) - before < attempts && waited < 100; waited++) {
            Thread.sleep(20);
        }
        same(turnedAway(url) - before, (double) attempts);
        require(took.compareTo(pause.multipliedBy(attempts - 1)) >= 0, took);
    }

    /** Runs {@code body} while all slots are taken for 0.3 seconds: its retry must wait at least so long. */
    static void freedSoon(String url, Duration pause, Body body) throws Exception {
        List<Socket> uploads = takeAllSlots(url);
        long started = System.nanoTime();
        Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            release(uploads);
        });
        body.run();
        Duration took = Duration.ofNanos(System.nanoTime() - started);
        require(took.compareTo(pause) >= 0, took);
    }
}
