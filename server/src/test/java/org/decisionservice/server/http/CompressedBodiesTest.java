package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.v3.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedBodiesTest {
    private static final TestServer SERVER = TestServer.open();
    private static final String BODY = "{\"state\":\"" + "text ".repeat(1000) + "\",\"questions\":{}}";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static byte[] compress(String how, byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = switch (how) {
            case "gzip" -> new GZIPOutputStream(bytes);
            case "zlib" -> new DeflaterOutputStream(bytes);
            case "raw" -> new DeflaterOutputStream(bytes, new Deflater(9, true));
            case "zstd" -> new ZstdOutputStream(bytes);
            default -> bytes;
        }) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static RawResponse post(byte[] body, String... headers) throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse response = client.post("/v1/systemone", body, headers);
            if (response.header("Connection").filter("close"::equals).isEmpty()) {
                // nothing of the body may be left over for the next request
                assertThat(client.get("/health").status()).isEqualTo(200);
            }
            return response;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gzip,gzip",
        "gzip,GZIP",
        "gzip,x-gzip",
        "zlib,deflate",
        "raw,deflate",
        "zstd,zstd",
        "none,identity",
        "none,''"
    })
    void everyCodingIsRead(String how, String name) throws IOException {
        byte[] body = compress(how, BODY.getBytes(StandardCharsets.UTF_8));
        assertThat(post(body, "Content-Encoding: " + name).status()).isEqualTo(200);
        assertThat(SERVER.decisions.last().states())
                .isEqualTo(java.util.List.of(new org.decisionservice.api.State.Text("text ".repeat(1000))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "compress", "gzip, gzip", "gzip, identity", "deflate,zstd", "utf-8"})
    void otherCodingsAndListsAreRefused(String name) throws IOException {
        RawResponse response = post(BODY.getBytes(StandardCharsets.UTF_8), "Content-Encoding: " + name);
        assertThat(response.status()).isEqualTo(415);
        assertThat(response.body()).contains("Content-Encoding").contains("zstd");
        assertThat(response.header("Accept-Encoding")).isPresent();
        assertThat(response.header("Connection")).contains("close");
    }

    @Test
    void twoHeadersAreAListToo() throws IOException {
        assertThat(post(new byte[] {1}, "Content-Encoding: gzip", "Content-Encoding: gzip")
                        .status())
                .isEqualTo(415);
    }

    @ParameterizedTest
    @CsvSource({"gzip,gzip", "zlib,deflate", "raw,deflate", "zstd,zstd"})
    void bombsStopAtTheCap(String how, String name) throws IOException {
        byte[] spaces = new byte[64 * 1024 * 1024];
        Arrays.fill(spaces, (byte) ' ');
        byte[] bomb = compress(how, spaces);
        assertThat(bomb.length).isLessThan(Limits.BODY_BYTES);
        RawResponse response = post(bomb, "Content-Encoding: " + name);
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.body()).contains("request body too large");
    }

    @ParameterizedTest
    @CsvSource({"gzip,gzip", "zlib,deflate", "zstd,zstd"})
    void theCapCountsDecodedBytes(String how, String name) throws IOException {
        byte[] body = new byte[Limits.BODY_BYTES];
        Arrays.fill(body, (byte) ' ');
        byte[] json = "{\"state\":1,\"questions\":{}}".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(json, 0, body, 0, json.length);
        assertThat(post(compress(how, body), "Content-Encoding: " + name).status())
                .isEqualTo(200);
        byte[] longer = Arrays.copyOf(body, body.length + 1);
        longer[body.length] = ' ';
        assertThat(post(compress(how, longer), "Content-Encoding: " + name).status())
                .isEqualTo(413);
    }

    @ParameterizedTest
    @CsvSource({"gzip,gzip", "zlib,deflate", "raw,deflate", "zstd,zstd"})
    void brokenStreamsAreMalformed(String how, String name) throws IOException {
        byte[] whole = compress(how, BODY.getBytes(StandardCharsets.UTF_8));
        for (byte[] broken :
                new byte[][] {Arrays.copyOf(whole, whole.length / 2), BODY.getBytes(StandardCharsets.UTF_8), {0x28}, {}
                }) {
            RawResponse response = post(broken, "Content-Encoding: " + name);
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).startsWith("{\"detail\":\"request body");
        }
    }
}
