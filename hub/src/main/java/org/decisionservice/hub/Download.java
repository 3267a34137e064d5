// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Fetches files of one repository at one commit into the cache. Thread-safe. */
final class Download {
    private static final System.Logger LOG = System.getLogger(Download.class.getName());
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int WHOLE = 200;
    private static final int PARTIAL = 206;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    /** Largest body of a redirect or an error that is read and discarded, in bytes. */
    private static final int LONGEST_PAGE = 1 << 20;

    private final HubHttp http;
    private final Retries retries;
    private final RepoCache cache;
    private final String repo;
    private final String commit;
    private final Progress progress;
    private final AtomicBoolean unlocked = new AtomicBoolean();

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
            try (BlobLock lock = BlobLock.acquire(cache.lock(etag))) {
                if (Files.isRegularFile(cache.blob(etag))) {
                    progress.found(facts.size().orElse(0));
                    cache.link(commit, path, etag);
                } else if (!cache.has(commit, path)) {
                    receive(path, facts, lock);
                }
            }
        } catch (IOException e) {
            throw unwritable(path, e);
        }
    }

    private void receive(String path, HubApi.Facts facts, BlobLock lock) throws IOException, InterruptedException {
        if (lock.missing().isEmpty()) {
            receive(path, facts, cache.incomplete(facts.etag()));
            return;
        }
        if (!unlocked.getAndSet(true)) {
            LOG.log(
                    WARNING,
                    "{0} is fetched without a lock ({1}), so another process may fetch it at the same time",
                    repo,
                    lock.missing().get());
        }
        // Nobody else may write to it, and nobody could continue it.
        Path own = cache.temporary(facts.etag());
        try {
            receive(path, facts, own);
        } finally {
            Files.deleteIfExists(own);
        }
    }

    private void receive(String path, HubApi.Facts facts, Path incomplete) throws IOException, InterruptedException {
        if (Files.exists(incomplete)) {
            progress.found(Math.min(Files.size(incomplete), facts.size().orElse(Long.MAX_VALUE)));
        }
        // A partial file may have been left by any process. If it was wrong, the second round starts from scratch.
        for (int round = 0; round < 2; round++) {
            Transfer transfer = new Transfer(path, facts.size());
            retries.run(path + " of " + repo, Retries.ATTEMPTS, () -> attempt(transfer, incomplete));
            if (isGenuine(incomplete, facts.etag())) {
                cache.store(incomplete, commit, path, facts.etag());
                return;
            }
            LOG.log(WARNING, "{0} of {1}: the downloaded bytes are not those that the hub announced", path, repo);
            progress.found(-Files.size(incomplete));
            Files.delete(incomplete);
        }
        throw new HubException(
                HubException.Reason.LOCAL,
                path + " of " + repo + ": the bytes that arrive do not have the digest that " + http.host()
                        + " announces (" + facts.etag()
                        + "); something on the way changes them: check HF_ENDPOINT and the proxy");
    }

    /** Fetches the missing part of the file. Returns once the file has the right size. */
    private long attempt(Transfer transfer, Path incomplete) throws TransientException, InterruptedException {
        try (FileChannel file = FileChannel.open(incomplete, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            if (file.size() > transfer.most()) {
                startAnew(file);
            }
            if (!transfer.isWhole(file.size())) {
                receive(transfer, file);
            }
            if (!transfer.isWhole(file.size())) {
                throw new TransientException(
                        "the body ended after " + file.size() + " of " + transfer.most() + " bytes");
            }
            file.force(true);
            return file.size();
        } catch (TransientException e) {
            throw e;
        } catch (IOException e) {
            throw unwritable(transfer.path(), e);
        }
    }

    private void receive(Transfer transfer, FileChannel file) throws IOException, InterruptedException {
        if (transfer.size().isEmpty()) {
            // Nobody could say whether the beginning is already the whole.
            startAnew(file);
        }
        long have = file.size();
        BlobSink sink = new BlobSink(file, progress::arrived);
        try {
            HttpResponse<Long> response = http.send(
                    HubHttp.Ask.content(HubApi.content(repo, commit, transfer.path()), have),
                    info -> bodyOf(info, sink, have, transfer),
                    sink::received);
            boolean partOfAnother = response.statusCode() == PARTIAL
                    && Coding.of(response.headers()).isPresent();
            if (response.statusCode() == RANGE_NOT_SATISFIABLE || partOfAnother) {
                startAnew(file);
                throw new TransientException("the beginning in the cache does not fit");
            }
            new HubStatus(http).check(response, transfer.path() + " of " + repo);
            if (transfer.size().isEmpty()) {
                transfer.announced(file.size());
            }
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
            HttpResponse.ResponseInfo response, BlobSink sink, long have, Transfer transfer) {
        Optional<String> coding = Coding.of(response.headers());
        if (response.statusCode() == WHOLE) {
            // The server sends the whole file, which overwrites the part that is there.
            progress.found(-have);
            if (coding.isPresent()) {
                return Coding.decoding(coding.get(), transfer.most(), plain -> sink.take(plain, transfer.most()));
            }
            if (transfer.size().isEmpty()) {
                response.headers().firstValueAsLong("Content-Length").ifPresent(size -> announced(transfer, size));
            }
            return new BoundedBody<>(sink.at(0), transfer.most());
        }
        boolean wanted = response.statusCode() == PARTIAL
                && coding.isEmpty()
                && response.headers()
                        .firstValue("Content-Range")
                        .filter(range -> range.startsWith("bytes " + have + "-"))
                        .isPresent();
        return wanted
                ? new BoundedBody<>(sink.at(have), transfer.most() - have)
                : new BoundedBody<>(BodySubscribers.replacing(0L), LONGEST_PAGE);
    }

    private void announced(Transfer transfer, long size) {
        if (size <= HubApi.LARGEST_FILE) {
            transfer.announced(size);
            progress.expect(size);
        }
    }

    private void startAnew(FileChannel file) throws IOException {
        progress.found(-file.size());
        file.truncate(0);
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
        // Opening a file fails by its path or its permissions, writing to it by the disk.
        return new HubException(
                e instanceof FileSystemException ? HubException.Reason.LOCAL : HubException.Reason.DISK,
                path + " of " + repo + " cannot be stored in " + cache.home() + ": " + e.getMessage()
                        + "; make room there and check its permissions, or name another folder in HF_HUB_CACHE"
                        + (unlocked.get() ? "" : " (what has arrived stays, and the next start continues from it)"));
    }
}
