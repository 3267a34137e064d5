package org.decisionservice.server.hub;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.decisionservice.server.config.Settings;

/** Where checkpoints come from that are not on this machine yet. Safe for any number of threads. */
public final class Hub {
    private static final String DEFAULT_REVISION = "main";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Settings.Hub settings;
    private final Conditions conditions;

    /**
     * What a test may want otherwise.
     *
     * @param patience how long a connection may be silent
     * @param nanoTime as {@link System#nanoTime()}
     * @param room bytes that can still be written where the cache is
     */
    record Conditions(Duration patience, Retries.Pause pause, LongSupplier nanoTime, Progress.Style style, Room room) {}

    public Hub(Settings.Hub settings) {
        this(settings, new Conditions(PATIENCE, Thread::sleep, System::nanoTime, style(), Room.ON_DISK));
    }

    Hub(Settings.Hub settings, Conditions conditions) {
        this.settings = settings;
        this.conditions = conditions;
    }

    private static Progress.Style style() {
        return CLibrary.get().filter(CLibrary::standardErrorIsATerminal).isPresent()
                ? new Progress.InPlace(System.err)
                : new Progress.InTheLog();
    }

    /**
     * The checkpoint at {@code place}, from the cache as far as it is there. Without the hub's answer to what a branch
     * is now, the commit that it was last time is taken, if all its files are here.
     *
     * @param revision branch, tag or commit; empty takes the repository's main branch
     * @throws HubException saying what is wrong and what to do
     */
    public Snapshot fetch(Settings.OnHub place, Optional<String> revision) {
        String asked = revision.orElse(DEFAULT_REVISION);
        RepoCache cache = new RepoCache(settings.cache(), place.repo());
        Optional<Snapshot> cached = cache.commit(asked).flatMap(commit -> cache.snapshot(place, commit));
        // A commit never means anything else, so there is nothing to ask.
        if (cached.isPresent() && (settings.offline() || HubApi.isCommit(asked))) {
            return cached.get();
        }
        if (settings.offline()) {
            throw new HubException(
                    HubException.Kind.LOCAL,
                    place + " at " + asked + " is not complete in " + cache.home()
                            + ", and HF_HUB_OFFLINE forbids fetching it: start once with HF_HUB_OFFLINE=0, or name"
                            + " another folder in HF_HUB_CACHE or HF_HOME");
        }
        try (HubHttp http = new HubHttp(settings.endpoint(), settings.token(), conditions.patience())) {
            return new Fetching(http, cache, place, conditions).run(asked, cached);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new HubException(HubException.Kind.LOCAL, place + ": the download was interrupted");
        }
    }
}
