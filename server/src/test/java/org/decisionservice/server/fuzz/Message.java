package org.decisionservice.server.fuzz;

import java.util.List;

/** What goes over the wire: a request to {@code path} with these header lines beside the framing. */
final class Message {
    private final String path;
    private final List<String> headers;
    private final byte[] body;
    private final boolean chunked;

    Message(String path, List<String> headers, byte[] body, boolean chunked) {
        this.path = path;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.chunked = chunked;
    }

    String path() {
        return path;
    }

    List<String> headers() {
        return headers;
    }

    /** The array itself; nobody changes it. */
    byte[] body() {
        return body;
    }

    boolean chunked() {
        return chunked;
    }

    @Override
    public String toString() {
        return "POST " + path + " " + headers + (chunked ? " chunked " : " ") + body.length + " bytes";
    }
}
