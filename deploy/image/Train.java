import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Starts the service that its arguments name, lets it answer the request in the first of them, and ends it. */
class Train {
    private static final int ROUNDS = 50;
    private static final int TERMINATED = 143;
    private static final Pattern LISTENS = Pattern.compile("^Decision Service on http://\\S+:(\\d+)");

    public static void main(String[] arguments) throws IOException, InterruptedException {
        String request = Files.readString(Path.of(arguments[0]));
        List<String> command = Arrays.asList(arguments).subList(1, arguments.length);
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(java.util.Map.of("SERVICE_HOST", "127.0.0.1", "SERVICE_PORT", "0"));
        Process service = builder.start();
        try (BufferedReader log = service.errorReader(StandardCharsets.UTF_8)) {
            int port = port(log);
            Thread.ofVirtual().start(() -> log.lines().forEach(System.err::println));
            try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
                URI root = URI.create("http://127.0.0.1:" + port);
                String batch = request.replaceFirst("\"state\":\\s*(\".*?\")", "\"states\": [$1, {\"text\": $1}]");
                for (int i = 0; i < ROUNDS; i++) {
                    ask(client, HttpRequest.newBuilder(root.resolve("/health")).build());
                    ask(client, post(root.resolve("/v1/systemone"), request));
                    ask(client, post(root.resolve("/v1/systemone/batch"), batch));
                }
            }
            service.destroy();
            if (service.waitFor() != TERMINATED) {
                throw new IllegalStateException("the service ended with status " + service.exitValue());
            }
        } finally {
            service.destroyForcibly();
        }
    }

    private static int port(BufferedReader log) throws IOException {
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            System.err.println(line);
            Matcher matcher = LISTENS.matcher(line);
            if (matcher.find()) {
                return Integer.parseInt(matcher.group(1));
            }
        }
        throw new IllegalStateException("the service does not listen");
    }

    private static HttpRequest post(URI uri, String body) {
        return HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(body)).build();
    }

    private static void ask(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(request.uri() + " answers " + response.statusCode() + " " + response.body());
        }
    }
}
