package org.decisionservice.server.decision;

import java.util.Optional;
import org.decisionservice.api.Routing;
import org.decisionservice.server.checkpoints.ServedCheckpoint;

/**
 * Where a state goes.
 *
 * @param routing what the response says about it; empty where nothing is routed
 */
record Destination(ServedCheckpoint checkpoint, Optional<Routing> routing) {}
