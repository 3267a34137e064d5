// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The hub's answers, as values. */
final class HubApi {
    private static final String COMMIT = "X-Repo-Commit";
    private static final String LINKED_ETAG = "X-Linked-Etag";

    private static final JsonFactory JSON = new JsonFactory();
    private static final int COMMIT_DIGITS = 40;

    /** Limits on the bytes of a listing and the paths in it, far above any repository of checkpoints. */
    private static final int LONGEST_LISTING = 8 << 20;

    private static final int MOST_FILES = 20_000;

    /** Largest file in bytes: far above any checkpoint, and small enough that sums do not overflow. */
    static final long LARGEST_FILE = 1L << 40;

    private final HubHttp http;
    private final HubStatus status;

    HubApi(HubHttp http) {
        this.http = http;
        this.status = new HubStatus(http);
    }

    /**
     * The content of a revision.
     *
     * @param commit 40 hex digits
     * @param files paths inside the repository
     */
    record Listing(String commit, List<String> files) {
        Listing {
            files = List.copyOf(files);
        }
    }

    /**
     * A file at a commit.
     *
     * @param size in bytes, as the hub announces it; empty if that comes with the content
     */
    record Facts(Etag etag, OptionalLong size) {}

    /** Whether {@code text} is a full commit id, which always refers to the same files. */
    static boolean isCommit(String text) {
        return text.length() == COMMIT_DIGITS
                && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    /** The current content of {@code revision}, a branch, tag or commit. */
    Listing listing(String repo, String revision) throws TransientException, InterruptedException {
        var ask = HubHttp.Ask.get("/api/models/" + encodedPath(repo) + "/revision/" + encoded(revision));
        HttpResponse<String> response = http.send(ask, HubApi::text, () -> 0);
        status.check(response, repo + " at " + revision);
        try {
            return read(response.body());
        } catch (IOException _) {
            throw notAHub(repo);
        }
    }

    private static HttpResponse.BodySubscriber<String> text(HttpResponse.ResponseInfo response) {
        return Coding.of(response.headers())
                .map(coding -> Coding.decoding(coding, LONGEST_LISTING, HubApi::text))
                .orElseGet(() -> new BoundedBody<>(BodySubscribers.ofString(StandardCharsets.UTF_8), LONGEST_LISTING));
    }

    private static String text(InputStream plain) throws IOException {
        byte[] bytes = plain.readNBytes(LONGEST_LISTING + 1);
        if (bytes.length > LONGEST_LISTING) {
            throw new BoundedBody.ExceededException(LONGEST_LISTING);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The hub's record of a file before it is fetched. */
    Facts facts(String repo, String commit, String path) throws TransientException, InterruptedException {
        // Where a redirect leads, to a content network or a storage, nobody knows the commit.
        var ask = HubHttp.Ask.head(
                content(repo, commit, path),
                redirect -> redirect.firstValue(LINKED_ETAG).isPresent()
                        && redirect.firstValue(COMMIT).isPresent());
        HttpResponse<Void> response = http.send(ask, HttpResponse.BodyHandlers.discarding(), () -> 0);
        status.check(response, path + " of " + repo);
        HttpHeaders headers = response.headers();
        Etag etag = headers.firstValue(LINKED_ETAG)
                .or(() -> headers.firstValue("ETag"))
                .flatMap(Etag::parse)
                .orElseThrow(() -> notAHub(repo));
        if (!headers.firstValue(COMMIT).orElse("").equals(commit)) {
            throw notAHub(repo);
        }
        boolean itself = response.statusCode() / 100 != 3 && Coding.of(headers).isEmpty();
        Optional<String> size = headers.firstValue("X-Linked-Size")
                .or(() -> itself ? headers.firstValue("Content-Length") : Optional.empty())
                .filter(text -> !text.isBlank());
        return new Facts(
                etag,
                size.isPresent() ? OptionalLong.of(size(size.get(), path + " of " + repo)) : OptionalLong.empty());
    }

    /**
     * Reads a size, which must be plausible, because it decides when a download is complete or too long.
     *
     * @param what named in a refusal
     */
    private long size(String text, String what) {
        try {
            long size = Long.parseLong(text);
            if (size >= 0 && size <= LARGEST_FILE) {
                return size;
            }
        } catch (NumberFormatException _) {
            // Reported below.
        }
        throw new HubException(
                HubException.Reason.UNUSABLE,
                what + ": " + http.host() + " says \"" + text
                        + "\" instead of its size in bytes; check HF_ENDPOINT and the proxy");
    }

    /** The path of a file's content on the hub. */
    static String content(String repo, String commit, String path) {
        return "/" + encodedPath(repo) + "/resolve/" + commit + "/" + encodedPath(path);
    }

    private HubException notAHub(String repo) {
        return new HubException(
                HubException.Reason.UNUSABLE,
                repo + ": " + http.host() + " does not answer as a model hub does; check HF_ENDPOINT and the proxy");
    }

    private static Listing read(String body) throws IOException {
        Optional<String> commit = Optional.empty();
        List<String> files = new ArrayList<>();
        try (JsonParser json = JSON.createParser(body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("no object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals("sha") && value == JsonToken.VALUE_STRING) {
                    commit = Optional.of(json.getText());
                } else if (field.equals("siblings") && value == JsonToken.START_ARRAY) {
                    siblings(json, files);
                } else {
                    json.skipChildren();
                }
            }
        }
        return new Listing(commit.filter(HubApi::isCommit).orElseThrow(() -> new IOException("no commit")), files);
    }

    private static void siblings(JsonParser json, List<String> files) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean name = json.currentName().equals("rfilename");
                if (json.nextToken() == JsonToken.VALUE_STRING && name) {
                    if (files.size() == MOST_FILES) {
                        throw new IOException("more files than any checkpoint's repository has");
                    }
                    files.add(json.getText());
                } else {
                    json.skipChildren();
                }
            }
        }
    }

    /**
     * Encodes like Python's {@code quote}, which keeps letters, digits and {@code -._~}. The JDK encodes only for
     * forms, which differs in three characters.
     */
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    /** Encodes every part of a path; slashes are kept. */
    private static String encodedPath(String path) {
        return encoded(path).replace("%2F", "/");
    }
}
