// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.util.List;
import java.util.Locale;
import java.util.zip.DataFormatException;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.text.Quote;

/** The compression of a request body. */
public enum ContentCoding {
    IDENTITY,
    GZIP,
    DEFLATE,
    ZSTD;

    /** The {@code Accept-Encoding} of a refusal, so that a client can fall back. */
    public static final String SUPPORTED = "gzip, deflate, zstd, identity";

    /** Bodies are mostly JSON text, which grows about fourfold when it is decompressed. */
    static final int USUAL_RATIO = 4;

    /** Returns the coding that the values of {@code Content-Encoding} name; stacked codings are not supported. */
    public static ContentCoding of(List<String> headerValues) {
        if (headerValues.isEmpty()) {
            return IDENTITY;
        }
        String value = String.join(",", headerValues).strip();
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "", "identity" -> IDENTITY;
            case "gzip", "x-gzip" -> GZIP;
            case "deflate" -> DEFLATE;
            case "zstd" -> ZSTD;
            default ->
                throw new RefusedException(
                        Refusal.Kind.UNSUPPORTED_ENCODING,
                        "Content-Encoding " + Quote.of(value) + " is not supported; use one of " + SUPPORTED);
        };
    }

    /** Decodes {@code body}, stopping as soon as the output exceeds the body limit. */
    public byte[] decode(byte[] body) {
        try {
            return switch (this) {
                case IDENTITY -> body;
                case GZIP -> GzipMembers.decode(body);
                case DEFLATE -> inflate(body);
                case ZSTD -> ZstdFrames.decode(body);
            };
        } catch (RefusedException e) {
            throw e;
        } catch (DataFormatException | RuntimeException _) {
            // Decoders report a broken stream in many ways, some of them unchecked. All mean the same to the client.
            throw new RefusedException(
                    Refusal.Kind.BROKEN,
                    "request body is not valid " + name().toLowerCase(Locale.ROOT)
                            + " although Content-Encoding says so");
        }
    }

    private static byte[] inflate(byte[] body) throws DataFormatException {
        CappedBytes out = new CappedBytes(USUAL_RATIO * body.length);
        try (Inflation inflation = new Inflation(body, !hasZlibHeader(body))) {
            if (inflation.inflate(0, out) < body.length) {
                throw new DataFormatException("something follows the stream");
            }
        }
        return out.toByteArray();
    }

    /**
     * The standard requires zlib framing, but many clients send the bare stream. The check bits of the framing tell the
     * two apart.
     */
    private static boolean hasZlibHeader(byte[] body) {
        if (body.length < 2) {
            return false;
        }
        int method = body[0] & 0x0F;
        int header = ((body[0] & 0xFF) << 8) | (body[1] & 0xFF);
        return method == 8 && header % 31 == 0;
    }
}
