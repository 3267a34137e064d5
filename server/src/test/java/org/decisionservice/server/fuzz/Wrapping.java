// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import io.airlift.compress.v3.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.decisionservice.server.testing.Message;

/** Varies how a body is sent: its Unicode encoding, its compression and its framing. */
final class Wrapping {
    private static final List<String> CHARSETS =
            List.of("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE", "ISO-8859-1", "UTF-8");
    private static final List<String> CODINGS =
            List.of("gzip", "x-gzip", "deflate", "zstd", "identity", "br", "gzip, gzip", "GZIP", "", "zstd;q=1");

    /** Length of an occasional body that is small on the wire and over the limit when decoded. */
    private static final int BOMB_BYTES = 8_000_000;

    private Wrapping() {}

    static Message wrap(String path, byte[] body, RandomGenerator random) {
        byte[] encoded = random.nextInt(12) == 0 ? reencoded(body, random) : body;
        boolean chunked = random.nextInt(8) == 0;
        if (random.nextInt(8) > 0) {
            return Message.post(path, List.of(), encoded, chunked);
        }
        String coding = CODINGS.get(random.nextInt(CODINGS.size()));
        byte[] plain = random.nextInt(200) == 0 ? new byte[BOMB_BYTES] : encoded;
        byte[] compressed = compressed(random.nextInt(8) == 0 ? CODINGS.get(random.nextInt(4)) : coding, plain, random);
        byte[] sent = random.nextInt(3) == 0 ? Bytes.mutate(compressed, encoded, random) : compressed;
        return Message.post(path, List.of("Content-Encoding: " + coding), sent, chunked);
    }

    private static byte[] reencoded(byte[] body, RandomGenerator random) {
        Charset charset = Charset.forName(CHARSETS.get(random.nextInt(CHARSETS.size())));
        String mark = random.nextBoolean() ? "\uFEFF" : "";
        return (mark + new String(body, StandardCharsets.UTF_8)).getBytes(charset);
    }

    private static byte[] compressed(String coding, byte[] body, RandomGenerator random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream compressor = switch (coding) {
            case "gzip", "x-gzip", "GZIP" -> new GZIPOutputStream(out);
            case "deflate" ->
                new DeflaterOutputStream(out, new Deflater(Deflater.DEFAULT_COMPRESSION, random.nextBoolean()));
            case "zstd" -> new ZstdOutputStream(out);
            default -> out;
        }) {
            compressor.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
