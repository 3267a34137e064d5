// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.core.text.Nearest;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.config.SettingsTable;
import org.decisionservice.tools.command.Program;

/**
 * The command line.
 *
 * @param flags settings by flag, such as {@code --port}
 */
public record CommandLine(Command command, Map<String, String> flags) {
    /** The words that {@link #command} takes, for a message. */
    private static final List<String> WORDS =
            List.of("--once", "--help", "--version", "--print-config", "--probe", "serve");

    public CommandLine {
        flags = Map.copyOf(flags);
    }

    /**
     * Reads the command line: at most one command, and any settings, as {@code --port 9000} or {@code --port=9000}. Of
     * a flag that is given twice, the last counts.
     *
     * @throws ConfigurationException if it holds anything else
     */
    public static CommandLine of(List<String> arguments) {
        Optional<Command> command = Optional.empty();
        Map<String, String> flags = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String[] parts = arguments.get(i).split("=", 2);
            String name = parts[0];
            if (SettingsTable.flags().contains(name)) {
                boolean apart = parts.length == 1 && i + 1 < arguments.size();
                String value = parts.length == 2 ? parts[1] : apart ? arguments.get(++i) : "";
                if (value.isBlank() || (apart && value.startsWith("--"))) {
                    throw new ConfigurationException(name + ": it takes a value, such as in --port 9000");
                }
                flags.put(name, value);
                continue;
            }
            Command named = command(arguments.get(i));
            if (command.filter(other -> other != named).isPresent()) {
                throw new ConfigurationException(name + ": give one command at a time; --help lists them");
            }
            command = Optional.of(named);
        }
        return new CommandLine(command.orElse(Command.SERVE), flags);
    }

    /** The settings of the environment, with those of the command line. */
    public Map<String, String> over(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(flags);
        return all;
    }

    private static Command command(String argument) {
        return switch (argument) {
            case "--once", "once" -> Command.ONCE;
            case "--help", "-h", "help" -> Command.HELP;
            case "serve" -> Command.SERVE;
            case "--version", "version" -> Command.VERSION;
            case "--print-config", "print-config" -> Command.PRINT_CONFIG;
            case "--probe", "probe" -> Command.PROBE;
            default -> throw unknown(argument);
        };
    }

    private static ConfigurationException unknown(String argument) {
        String name = argument.split("=", 2)[0];
        if (Program.NAMES.contains(argument)) {
            return new ConfigurationException("the command " + argument + " must come first: ./serve " + argument
                    + " …; ./serve " + argument + " --help lists its options");
        }
        List<String> names = new ArrayList<>(WORDS);
        names.addAll(Program.NAMES);
        names.addAll(SettingsTable.flags());
        return new ConfigurationException("the argument " + Quote.of(name) + " cannot be used; --help lists those that"
                + " there are, and other settings are environment variables" + Nearest.suggestion(name, names));
    }
}
