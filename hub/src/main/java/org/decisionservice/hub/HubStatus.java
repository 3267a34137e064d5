// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Interprets the hub's status codes for operators. */
final class HubStatus {
    private static final int LONGEST_DIGITS = 9;

    /** {@code "api";r=0;t=55}: so many requests remain, and in so many seconds there are new ones. */
    private static final Pattern RATE_LIMIT =
            Pattern.compile("\"\\w{1,64}\"\\s{0,8};\\s{0,8}r=0\\s{0,8};\\s{0,8}t=(\\d{1,9})(?!\\d)");

    private final HubHttp http;

    HubStatus(HubHttp http) {
        this.http = http;
    }

    /**
     * Returns normally if the response is a success or a redirect.
     *
     * @param what what was requested, such as {@code owner/name at main}
     * @throws TransientException if another attempt may succeed
     * @throws HubException if it will not
     */
    void check(HttpResponse<?> response, String what) throws TransientException {
        int status = response.statusCode();
        if (status >= 200 && status < 400) {
            return;
        }
        String asked = what + ": " + http.host() + " answers " + status;
        switch (status) {
            case 401 ->
                throw new HubException(
                        HubException.Reason.REFUSED,
                        asked
                                + (http.hasToken()
                                        ? "; the token of HF_TOKEN_FILE, HF_TOKEN or the file that hf auth login wrote is not"
                                                + " accepted:"
                                                + " use a valid one that may read it"
                                        : "; there is no such public repository: correct its name,"
                                                + " or set HF_TOKEN or HF_TOKEN_FILE to a token that may read it"));
            case 403 ->
                throw new HubException(
                        HubException.Reason.REFUSED,
                        asked
                                + (http.hasToken()
                                        ? "; the token of HF_TOKEN_FILE, HF_TOKEN or the file that hf auth login wrote may not"
                                                + " read it:"
                                                + " ask for access on the repository's page"
                                        : "; access is by request: ask for it on the repository's page"
                                                + " and set HF_TOKEN or HF_TOKEN_FILE"));
            case 404, 410 -> throw missing(response.headers(), asked);
            case 408, 425, 429, 500, 502, 503, 504 ->
                throw new TransientException(http.host() + " answers " + status, delay(response.headers()), false);
            default ->
                throw new HubException(
                        HubException.Reason.UNUSABLE, asked + "; check that HF_ENDPOINT names a model hub");
        }
    }

    private static HubException missing(HttpHeaders headers, String asked) {
        return switch (headers.firstValue("X-Error-Code").orElse("")) {
            case "RevisionNotFound" ->
                new HubException(
                        HubException.Reason.UNKNOWN, asked + "; there is no such revision: correct SERVICE_REVISION");
            case "EntryNotFound" ->
                new HubException(
                        HubException.Reason.UNKNOWN,
                        asked
                                + "; there is no such file: name a repository, folder and revision"
                                + " that hold a checkpoint");
            default ->
                new HubException(
                        HubException.Reason.REFUSED,
                        asked + "; there is no such repository: correct its name, or HF_ENDPOINT");
        };
    }

    /** The wait that the hub asks for. A limit that is used up says it more exactly than {@code Retry-After}. */
    static Optional<Duration> delay(HttpHeaders headers) {
        return headers.firstValue("RateLimit")
                .map(RATE_LIMIT::matcher)
                .filter(Matcher::find)
                // Its seconds are rounded down.
                .map(limit -> Duration.ofSeconds(Integer.parseInt(limit.group(1)) + 1L))
                .or(() -> retryAfter(headers));
    }

    /** Reads only seconds: a hub does not send dates, and a wrong clock would make them useless. */
    private static Optional<Duration> retryAfter(HttpHeaders headers) {
        return headers.firstValue("Retry-After")
                .map(String::strip)
                .filter(text -> !text.isEmpty()
                        && text.length() <= LONGEST_DIGITS
                        && text.chars().allMatch(c -> c >= '0' && c <= '9'))
                .map(text -> Duration.ofSeconds(Integer.parseInt(text)));
    }
}
