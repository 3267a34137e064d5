// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/** Fetches files of one repository at one commit into the cache. Thread-safe. */
final class Download {
    private static final System.Logger LOG = System.getLogger(Download.class.getName());
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    /** Largest body of a redirect or an error that is read and discarded, in bytes. */
    private static final int LONGEST_PAGE = 1 << 20;

    private final HubHttp http;
    private final Retries retries;
    private final RepoCache cache;
    private final String repo;
    private final String commit;
    private final Progress progress;

    Download(HubHttp http, Retries retries, RepoCache cache, String repo, String commit, Progress progress) {
        this.http = http;
        this.retries = retries;
        this.cache = cache;
        this.repo = repo;
        this.commit = commit;
        this.progress = progress;
    }

    /**
     * Makes sure that {@code path} is in the cache. If another thread or process is fetching the same blob, waits for
     * it.
     *
     * @throws HubException naming the file and what to do
     */
    void fetch(String path, HubApi.Facts facts) throws InterruptedException {
        Etag etag = facts.etag();
        try {
            cache.prepare(commit, path, etag);
            try (BlobLock _ = BlobLock.acquire(cache.lock(etag))) {
                if (Files.isRegularFile(cache.blob(etag))) {
                    progress.found(facts.size());
                } else {
                    receive(path, facts);
                }
                cache.link(commit, path, etag);
            }
        } catch (IOException e) {
            throw unwritable(path, e);
        }
    }

    private void receive(String path, HubApi.Facts facts) throws IOException, InterruptedException {
        Path incomplete = cache.incomplete(facts.etag());
        if (Files.exists(incomplete)) {
            progress.found(Math.min(Files.size(incomplete), facts.size()));
        }
        // A partial file may have been left by any process. If it was wrong, the second round starts from scratch.
        for (int round = 0; round < 2; round++) {
            retries.run(path + " of " + repo, Retries.ATTEMPTS, () -> attempt(path, facts, incomplete));
            if (isGenuine(incomplete, facts.etag())) {
                RepoCache.move(incomplete, cache.blob(facts.etag()));
                return;
            }
            LOG.log(WARNING, "{0} of {1}: the downloaded bytes are not those that the hub announced", path, repo);
            progress.found(-Files.size(incomplete));
            Files.delete(incomplete);
        }
        throw new HubException(
                HubException.Kind.LOCAL,
                path + " of " + repo + ": the bytes that arrive do not have the digest that " + http.host()
                        + " announces (" + facts.etag()
                        + "); something on the way changes them: check HF_ENDPOINT and the proxy");
    }

    /** Fetches the missing part of the file. Returns once the file has the right size. */
    private long attempt(String path, HubApi.Facts facts, Path incomplete)
            throws TransientException, InterruptedException {
        try (FileChannel file = FileChannel.open(incomplete, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            if (file.size() > facts.size()) {
                progress.found(-file.size());
                file.truncate(0);
            }
            if (file.size() < facts.size()) {
                receive(path, file, facts.size());
            }
            long size = file.size();
            if (size != facts.size()) {
                throw new TransientException("the body ended after " + size + " of " + facts.size() + " bytes");
            }
            file.force(true);
            return size;
        } catch (TransientException e) {
            throw e;
        } catch (IOException e) {
            throw unwritable(path, e);
        }
    }

    /** @param size of the whole file, in bytes; nothing is written beyond it */
    private void receive(String path, FileChannel file, long size) throws IOException, InterruptedException {
        long have = file.size();
        BlobSink sink = new BlobSink(file, progress::arrived);
        try {
            HttpResponse<Long> response = http.send(
                    HubHttp.Ask.content(HubApi.content(repo, commit, path), have),
                    info -> bodyOf(info, sink, have, size),
                    sink::received);
            if (response.statusCode() == RANGE_NOT_SATISFIABLE) {
                progress.found(-have);
                file.truncate(0);
                throw new TransientException("the beginning in the cache does not fit");
            }
            new HubStatus(http).check(response, path + " of " + repo);
        } catch (TransientException e) {
            Optional<IOException> disk = sink.diskFailure();
            if (disk.isPresent()) {
                throw disk.get();
            }
            // If the server starts over each time, an attempt makes no progress.
            throw new TransientException(String.valueOf(e.getMessage()), e.retryAfter(), file.size() > have);
        } catch (HubException e) {
            // What the server sends is not the file.
            if (sink.received() > 0) {
                file.truncate(0);
            }
            throw e;
        }
    }

    /**
     * The subscriber for the body: the sink if the body is the requested part of the file, otherwise one that discards
     * it.
     */
    private HttpResponse.BodySubscriber<Long> bodyOf(
            HttpResponse.ResponseInfo response, BlobSink sink, long have, long size) {
        if (response.statusCode() == 200) {
            // The server sends the whole file, which overwrites the part that is there.
            progress.found(-have);
            return new BoundedBody<>(sink.at(0), size);
        }
        boolean wanted = response.statusCode() == 206
                && response.headers()
                        .firstValue("Content-Range")
                        .filter(range -> range.startsWith("bytes " + have + "-"))
                        .isPresent();
        return wanted
                ? new BoundedBody<>(sink.at(have), size - have)
                : new BoundedBody<>(BodySubscribers.replacing(0L), LONGEST_PAGE);
    }

    private static boolean isGenuine(Path file, Etag etag) throws IOException {
        Optional<MessageDigest> digest = etag.digest(Files.size(file));
        if (digest.isEmpty()) {
            return true;
        }
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        try (FileChannel channel = FileChannel.open(file)) {
            while (channel.read(chunk) >= 0) {
                digest.get().update(chunk.flip());
                chunk.clear();
            }
        }
        return HexFormat.of().formatHex(digest.get().digest()).equals(etag.text());
    }

    private HubException unwritable(String path, IOException e) {
        return new HubException(
                HubException.Kind.LOCAL,
                path + " of " + repo + " cannot be stored in " + cache.home() + ": " + e.getMessage()
                        + "; make room there and check its permissions, or name another folder in HF_HUB_CACHE"
                        + " (what has arrived stays, and the next start continues from it)");
    }
}
