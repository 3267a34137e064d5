package org.decisionservice.server.testing;

import java.nio.file.Path;
import java.util.Objects;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.server.checkpoints.CheckpointCatalogue;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.config.Settings;

/** Where the checkpoints of the tests are. */
public final class Testdata {
    private Testdata() {}

    /** Holds the three tiny checkpoints. */
    public static Path tiny() {
        return Path.of(Objects.requireNonNull(System.getProperty("testdata")), "tiny");
    }

    /** Exchanges recorded with the upstream implementation on the tiny checkpoints. */
    public static Path recording() {
        return tiny().resolveSibling("golden/respond_dev.jsonl");
    }

    public static Path starter() {
        return Path.of(Objects.requireNonNull(System.getProperty("starter")), "checkpoint");
    }

    /** The configuration file that is shipped. */
    public static Path configuration() {
        return tiny().resolve("../../conf/application.yaml").normalize();
    }

    public static CheckpointCatalogue tinyCatalogue() {
        return CheckpointCatalogue.of(new Settings.Directory(tiny()), starter());
    }

    public static ServedCheckpoint tiny(CheckpointName name) {
        return tinyCatalogue().find(name).orElseThrow();
    }
}
