// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.testing;

import java.util.List;

/** A request as it is sent, with its header lines other than those for framing. */
public final class Message {
    private final String method;
    private final String path;
    private final List<String> headers;
    private final byte[] body;
    private final boolean chunked;

    private Message(String method, String path, List<String> headers, byte[] body, boolean chunked) {
        this.method = method;
        this.path = path;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.chunked = chunked;
    }

    public static Message post(String path, List<String> headers, byte[] body, boolean chunked) {
        return new Message("POST", path, headers, body, chunked);
    }

    public static Message get(String path) {
        return new Message("GET", path, List.of(), new byte[0], false);
    }

    String method() {
        return method;
    }

    public String path() {
        return path;
    }

    public List<String> headers() {
        return headers;
    }

    /** Returns the array itself; nobody may change it. */
    public byte[] body() {
        return body;
    }

    boolean chunked() {
        return chunked;
    }

    @Override
    public String toString() {
        return method + " " + path + " " + headers + (chunked ? " chunked " : " ") + body.length + " bytes";
    }
}
