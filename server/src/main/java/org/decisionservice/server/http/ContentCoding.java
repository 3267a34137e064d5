package org.decisionservice.server.http;

import io.airlift.compress.v3.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;

/** How a request body is compressed. */
enum ContentCoding {
    IDENTITY,
    GZIP,
    DEFLATE,
    ZSTD;

    /** What {@code Accept-Encoding} of a refusal says, so that a client can fall back. */
    static final String SUPPORTED = "gzip, deflate, zstd, identity";

    private static final int GZIP_BUFFER = 8192;

    /** The coding that the values of {@code Content-Encoding} name; several stacked codings are not offered. */
    static ContentCoding of(List<String> headerValues) {
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

    /** Undoes the coding of {@code body}, stopping as soon as more than the body cap comes out. */
    byte[] decode(byte[] body) {
        if (this == IDENTITY) {
            return body;
        }
        try (InputStream decoded = open(body)) {
            byte[] text = decoded.readNBytes(Limits.BODY_BYTES + 1);
            if (text.length > Limits.BODY_BYTES) {
                throw Limits.bodyTooLarge();
            }
            return text;
        } catch (IOException | RuntimeException e) {
            if (e instanceof RefusedException refused) {
                throw refused;
            }
            // decoders report a broken stream in many ways, some of them unchecked; all mean the same to the client
            throw new RefusedException(
                    Refusal.Kind.BROKEN,
                    "request body is not valid " + name().toLowerCase(Locale.ROOT)
                            + " although Content-Encoding says so");
        }
    }

    private InputStream open(byte[] body) throws IOException {
        InputStream source = new ByteArrayInputStream(body);
        return switch (this) {
            case IDENTITY -> source;
            case GZIP -> new GZIPInputStream(source, GZIP_BUFFER);
            case DEFLATE -> new InflaterInputStream(source, new Inflater(!hasZlibHeader(body)));
            case ZSTD -> new ZstdInputStream(source);
        };
    }

    /** The standard wants zlib framing, many clients send the bare stream: the framing's check bits tell. */
    private static boolean hasZlibHeader(byte[] body) {
        if (body.length < 2) {
            return false;
        }
        int method = body[0] & 0x0F;
        int header = ((body[0] & 0xFF) << 8) | (body[1] & 0xFF);
        return method == 8 && header % 31 == 0;
    }
}
