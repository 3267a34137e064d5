// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import java.nio.file.Path;
import java.util.Optional;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.hub.Hub;
import org.decisionservice.hub.RepoFolder;
import org.decisionservice.hub.Snapshot;

/** The place that the files of a checkpoint come from. */
sealed interface Origin {

    /**
     * The files on this machine.
     *
     * @param commit of the hub that they come from; empty for a directory
     */
    record Files(Path directory, Optional<String> commit) {}

    /** Returns the files, and fetches them first if they are not on this machine. */
    Files files();

    /**
     * Checks what can be checked without a download; throws as {@link #files}.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException naming the file and what is wrong with it
     */
    void check();

    /**
     * The files are in a local directory.
     *
     * @param starter whether they came with the service: a small English checkpoint that answers for every name
     */
    record OnDisk(Path directory, boolean starter) implements Origin {
        @Override
        public Files files() {
            return new Files(directory, Optional.empty());
        }

        @Override
        public void check() {
            CheckpointReader.check(directory);
        }

        @Override
        public String toString() {
            return (starter ? "(the bundled English starter) in " : "in ") + directory;
        }
    }

    /** The files are fetched from the hub when they are first needed. */
    record FromHub(Hub hub, RepoFolder place, Optional<String> revision) implements Origin {
        @Override
        public Files files() {
            Snapshot snapshot = hub.fetch(place, revision);
            return new Files(snapshot.directory(), Optional.of(snapshot.commit()));
        }

        @Override
        public void check() {
            hub.check(place, revision);
        }

        @Override
        public String toString() {
            return "from the hub, " + place + revision.map(r -> " at " + r).orElse("");
        }
    }
}
