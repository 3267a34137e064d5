package org.decisionservice.server.engines;

import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;

/**
 * What computes a checkpoint.
 *
 * @param engineName as it is configured
 * @param engine open; several checkpoints may share it
 */
public record Placement(String engineName, Engine engine, Device device) {

    @Override
    public String toString() {
        return engineName + " on " + device;
    }
}
