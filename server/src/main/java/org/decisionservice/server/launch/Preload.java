package org.decisionservice.server.launch;

import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.server.checkpoints.CheckpointCatalogue;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.hub.HubException;
import org.decisionservice.server.worker.InferenceWorker;

/** What is loaded before the service listens. */
final class Preload {
    private Preload() {}

    /**
     * The checkpoints to load, none where preloading is off.
     *
     * @throws ConfigurationException where the configuration names a checkpoint that is not served
     */
    static SequencedSet<ServedCheckpoint> plan(Settings settings, CheckpointCatalogue catalogue) {
        SequencedSet<ServedCheckpoint> named = new LinkedHashSet<>();
        for (CheckpointName name : settings.checkpoints().models()) {
            named.add(catalogue.require(name, "SERVICE_MODELS"));
        }
        if (!settings.checkpoints().preload()) {
            return new LinkedHashSet<>();
        }
        return named.isEmpty() ? catalogue.all() : named;
    }

    /**
     * Loads one checkpoint after the other.
     *
     * @throws ConfigurationException naming the first that cannot be loaded and why
     */
    static void load(SequencedSet<ServedCheckpoint> checkpoints, InferenceWorker worker) {
        for (ServedCheckpoint checkpoint : checkpoints) {
            try {
                worker.load(checkpoint);
            } catch (CheckpointException | HubException | EngineException | UncheckedIOException e) {
                throw new ConfigurationException("SERVICE_CHECKPOINTS: checkpoint " + checkpoint + " "
                        + checkpoint.origin() + " cannot be loaded: " + oneLine(String.valueOf(e.getMessage()))
                        + "; mend it, or name others in SERVICE_MODELS");
            }
        }
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
