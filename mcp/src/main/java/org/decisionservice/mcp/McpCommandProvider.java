// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import java.util.concurrent.Callable;
import org.decisionservice.tools.command.AddedCommand;
import org.decisionservice.tools.command.Program;

/** Found by its name, {@code mcp}. */
public final class McpCommandProvider implements AddedCommand {
    @Override
    public String name() {
        return "mcp";
    }

    @Override
    public Callable<Integer> of(Program program) {
        return new McpCommand(program);
    }
}
