package org.decisionservice.server.launch;

import java.time.Duration;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.server.checkpoints.CheckpointCatalogue;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.decision.Decider;
import org.decisionservice.server.decision.Destinations;
import org.decisionservice.server.engines.EngineCatalogue;
import org.decisionservice.server.engines.EngineJars;
import org.decisionservice.server.hub.Hub;
import org.decisionservice.server.residency.Residency;
import org.decisionservice.server.worker.InferenceWorker;

/**
 * What answers, without what listens.
 *
 * @param engine closed with the rest
 */
record Backend(
        CheckpointCatalogue catalogue,
        EngineCatalogue.Choice choice,
        Engine engine,
        InferenceWorker worker,
        Decider decider) {

    /**
     * Puts it together; nothing is loaded yet.
     *
     * @throws org.decisionservice.server.config.ConfigurationException naming what has to change
     */
    static Backend open(Settings settings, Home home) {
        ClassLoader engines = EngineJars.loader(home.engines(), Backend.class.getClassLoader());
        // DJL looks for its engines through the context class loader; threads started from here inherit it.
        Thread.currentThread().setContextClassLoader(engines);
        CheckpointCatalogue catalogue =
                CheckpointCatalogue.of(settings.checkpoints(), new Hub(settings.hub()), home.starter());
        Settings.Routing routing = settings.routing();
        catalogue.require(routing.defaultModel(), "SERVICE_DEFAULT_MODEL");
        routing.pinned().ifPresent(name -> catalogue.require(name, "SERVICE_MODEL"));
        Settings.Compute compute = settings.compute();
        EngineCatalogue.Choice choice = EngineCatalogue.find(engines)
                .choose(compute.engine(), new EngineOptions(compute.threads()), compute.device());
        Engine engine = choice.provider().open(choice.options());
        InferenceWorker worker = new InferenceWorker(
                new Residency(engine, choice.device()), settings.checkpoints().idleUnload(), System::nanoTime);
        CheckpointRouter router = new CheckpointRouter(
                routing.defaultModel(), routing.autoTask(), routing.pinned(), new EvidenceDetector());
        Decider decider = new Decider(new Destinations(router, catalogue), worker, compute.maxBatchTokens());
        return new Backend(catalogue, choice, engine, worker, decider);
    }

    /** Finishes what was asked for and frees everything; false where that takes longer than {@code patience}. */
    boolean close(Duration patience) {
        boolean freed = worker.close(patience);
        if (freed) {
            engine.close();
        }
        return freed;
    }
}
