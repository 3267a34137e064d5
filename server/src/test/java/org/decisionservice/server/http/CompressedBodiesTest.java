// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.v3.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.decisionservice.contract.BodyLimit;
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
                // Nothing of the body may be left over for the next request.
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
                .isEqualTo(List.of(new org.decisionservice.api.State.Text("text ".repeat(1000))));
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
        assertThat(bomb.length).isLessThan(BodyLimit.BYTES);
        RawResponse response = post(bomb, "Content-Encoding: " + name);
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.body()).contains("request body too large");
    }

    @ParameterizedTest
    @CsvSource({"gzip,gzip", "zlib,deflate", "zstd,zstd"})
    void theCapCountsDecodedBytes(String how, String name) throws IOException {
        byte[] body = new byte[BodyLimit.BYTES];
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

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] repeated(byte[] part, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(part.length * times);
        for (int i = 0; i < times; i++) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    /** Each member has 20 bytes, and the decoder once called itself for each. */
    @Test
    void emptyGzipMembersAreReadOneAfterTheOther() throws IOException {
        byte[] many = repeated(compress("gzip", new byte[0]), 90_000);
        RawResponse response = post(many, "Content-Encoding: gzip");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains("request body is empty");
        byte[] json = compress("gzip", BODY.getBytes(StandardCharsets.UTF_8));
        assertThat(post(joined(many, json), "Content-Encoding: gzip").status()).isEqualTo(200);
    }

    @Test
    void gzipMembersAreJoinedAndTheirHeadersSkipped() throws IOException {
        byte[] start = compress("gzip", "{\"state\":1,".getBytes(StandardCharsets.UTF_8));
        byte[] end = compress("gzip", "\"questions\":{}}".getBytes(StandardCharsets.UTF_8));
        // Extra field, name, comment and the checksum of the header.
        byte[] head =
                joined(hex("1f8b081e00000000 00ff 0300 aabbcc"), "name\0comment\0".getBytes(StandardCharsets.UTF_8));
        CRC32 crc = new CRC32();
        crc.update(head);
        byte[] check = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
        byte[] long1 = joined(head, check, Arrays.copyOfRange(start, 10, start.length));
        assertThat(post(joined(long1, end), "Content-Encoding: gzip").status()).isEqualTo(200);
        check[0]++;
        byte[] wrong = joined(head, check, Arrays.copyOfRange(start, 10, start.length));
        assertThat(post(joined(wrong, end), "Content-Encoding: gzip").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"gzip,gzip", "zlib,deflate", "raw,deflate", "zstd,zstd"})
    void bytesAfterTheStreamAreRefused(String how, String name) throws IOException {
        byte[] whole = compress(how, BODY.getBytes(StandardCharsets.UTF_8));
        for (byte[] more : new byte[][] {{0}, "garbage behind the stream".getBytes(StandardCharsets.UTF_8)}) {
            RawResponse response = post(joined(whole, more), "Content-Encoding: " + name);
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).contains("request body is not valid " + name);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-8, -4})
    void gzipChecksAreChecked(int fromEnd) throws IOException {
        byte[] whole = compress("gzip", BODY.getBytes(StandardCharsets.UTF_8));
        whole[whole.length + fromEnd]++;
        assertThat(post(whole, "Content-Encoding: gzip").status()).isEqualTo(400);
    }

    @Test
    void zstdFramesAreReadOneAfterTheOther() throws IOException {
        byte[] empty = hex("28b52ffd 20 00 010000");
        byte[] skippable = hex("5f2a4d18 02000000 abcd");
        byte[] start = compress("zstd", "{\"state\":1,".getBytes(StandardCharsets.UTF_8));
        byte[] end = compress("zstd", "\"questions\":{}}".getBytes(StandardCharsets.UTF_8));
        byte[] body = joined(repeated(empty, 90_000), start, repeated(skippable, 90_000), end, skippable);
        assertThat(post(body, "Content-Encoding: zstd").status()).isEqualTo(200);
    }

    /** Frames with a length that leads back, beyond the end, or to more output than is permitted. */
    @ParameterizedTest
    @CsvSource({
        "502a4d18 f8ffffff,400",
        "502a4d18 ffffff7f,400",
        "502a4d18 01000000,400",
        "28b52ffd 00 a7 010000,200",
        "28b52ffd 20 05 010000,400",
        "28b52ffd 80 a7 00ca9a3b 010000,413",
        "28b52ffd c0 a7 ffffffffffffffff 010000,413",
        "28b52ffd 00 58 fbffff 20,400",
        "28b52ffd 28 00 010000,400",
        "28b52ffd 00 58 070000,400"
    })
    void zstdFramesThatDeclareNonsenseAreRefused(String frame, int status) throws IOException {
        byte[] json = compress("zstd", BODY.getBytes(StandardCharsets.UTF_8));
        assertThat(post(joined(hex(frame), json), "Content-Encoding: zstd").status())
                .isEqualTo(status);
    }

    /** Header and content of a block of a zstd frame; type 0 is raw and type 2 is compressed. */
    private static byte[] block(int type, boolean last, byte[] content) {
        int header = (content.length << 3) | (type << 1) | (last ? 1 : 0);
        return joined(new byte[] {(byte) header, (byte) (header >> 8), (byte) (header >> 16)}, content);
    }

    /** A compressed block of 10,000 letters. */
    private static byte[] letters() {
        byte[] frame = compress("zstd", "text ".repeat(2000).getBytes(StandardCharsets.UTF_8));
        int descriptor = Byte.toUnsignedInt(frame[4]);
        boolean single = (descriptor & 0x20) != 0;
        int at = 5 + (single ? 0 : 1) + List.of(single ? 1 : 0, 2, 4, 8).get(descriptor >>> 6);
        int header = (frame[at] & 0xFF) | ((frame[at + 1] & 0xFF) << 8) | ((frame[at + 2] & 0xFF) << 16);
        assertThat(header & 0b111).isEqualTo(0b101);
        return Arrays.copyOfRange(frame, at + 3, at + 3 + (header >>> 3));
    }

    /**
     * A compressed block does not declare its size, which can be up to 128 KiB; 200 blocks of that size would exceed
     * the limit.
     */
    @ParameterizedTest
    @CsvSource({"200,200", "250,413"})
    void manySmallZstdBlocksAreNotTakenForALongBody(int blocks, int status) throws IOException {
        byte[] body = joined(
                hex("28b52ffd 00 58"),
                block(0, false, "{\"state\":1,\"questions\":{},\"more\":\"".getBytes(StandardCharsets.UTF_8)),
                repeated(block(2, false, letters()), blocks),
                block(0, true, "\"}".getBytes(StandardCharsets.UTF_8)));
        assertThat(post(body, "Content-Encoding: zstd").status()).isEqualTo(status);
    }
}
