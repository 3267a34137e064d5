// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.decisionservice.core.text.Nearest;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.ConfigurationException;

/** Words of the command line that are nearly right. */
final class Slips {
    private Slips() {}

    /**
     * Refuses the first argument of a command that looks like an option and is none, before a parser that looks for its
     * files says that one of those is missing.
     *
     * @param valued the options that take a value
     * @param flags those that take none
     */
    static void refuseUnknown(
            String command, List<String> arguments, Collection<String> valued, Collection<String> flags) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("--")) {
                return;
            }
            String name = argument.split("=", 2)[0];
            if (valued.contains(name)) {
                i += argument.equals(name) ? 1 : 0;
            } else if (argument.startsWith("-") && argument.length() > 1 && !flags.contains(name)) {
                List<String> all = new ArrayList<>(valued);
                all.addAll(flags);
                throw new ConfigurationException(command + " has no option " + Quote.of(name) + "; ./serve " + command
                        + " --help lists those that there are" + Nearest.suggestion(name, all));
            }
        }
    }
}
