// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.Set;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.text.Printable;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.FileNames;
import org.decisionservice.hub.HubException;
import org.decisionservice.tools.judge.Answering;
import org.decisionservice.tools.judge.CheckedLabels;
import org.decisionservice.tools.labelled.LabelsException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands that take files or checkpoints. Nothing of the library that reads their arguments is loaded unless one
 * of them is named, so that a plain start is as fast as before.
 *
 * @param environment variables by name
 * @param deployment the settings of this installation
 * @param out where results go; everything else goes to {@code err}
 */
public record Program(Map<String, String> environment, Deployment deployment, PrintStream out, PrintStream err) {
    private static final System.Logger LOG = System.getLogger(Program.class.getName());

    /** Status of a gate or a baseline that was missed, and of a calibration that gains nothing. */
    static final int MISSED = 1;

    private static final int MISUSED = 2;
    private static final int HELP_WIDTH = 110;

    /** The names of the commands. */
    public static final Set<String> NAMES =
            Set.of("evaluate", "calibrate", "learn", "answer", "compare", "drift", "shadow", "prepare", "mcp");

    /** The names of those that are in folders of their own. */
    public static final Set<String> ADDED = Set.of("mcp");

    @Command(
            name = "./serve",
            description = "Answers files, judges answers on labels of your own, and prepares checkpoints.",
            footer = "Without a command the service starts; ./serve --help says how, and lists the settings.")
    private static final class Root {}

    public Program {
        environment = Map.copyOf(environment);
    }

    /** Whether {@code arguments} name one of these commands. */
    public static boolean isNamedIn(List<String> arguments) {
        return !arguments.isEmpty() && NAMES.contains(arguments.getFirst());
    }

    /** Runs the command, and returns the exit status: 0, 1 if a gate was missed, 2 if it cannot be run as asked, 75 if it
     * cannot for now.
     */
    public int run(List<String> arguments) {
        for (String argument : arguments) {
            if (!FileNames.permit(argument)) {
                err.println(FileNames.explain(argument));
                return MISUSED;
            }
        }
        CommandLine line = new CommandLine(new Root())
                .addSubcommand(new EvaluateCommand(this))
                .addSubcommand(new CalibrateCommand(this))
                .addSubcommand(new LearnCommand(this))
                .addSubcommand(new AnswerCommand(this))
                .addSubcommand(new CompareCommand(this))
                .addSubcommand(new DriftCommand(this))
                .addSubcommand(new ShadowCommand(this))
                .addSubcommand(new PrepareCommand(this))
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .setUsageHelpWidth(HELP_WIDTH)
                .setParameterExceptionHandler((wrong, _) -> misused(wrong))
                .setExecutionExceptionHandler((failure, _, _) -> switch (failure) {
                    case ConfigurationException e -> refused(e);
                    case LabelsException e -> misused(e);
                    case CheckpointException e -> unloaded(e);
                    case HubException e -> unloaded(e);
                    case RuntimeException e -> failed(e);
                    case Exception e -> throw e;
                });
        try {
            add(line, arguments.getFirst());
            refuseUnknown(line.getSubcommands().get(arguments.getFirst()), arguments);
        } catch (ConfigurationException e) {
            return refused(e);
        }
        return line.execute(arguments.toArray(String[]::new));
    }

    private void add(CommandLine line, String name) {
        if (ADDED.contains(name)) {
            AddedCommand command = ServiceLoader.load(AddedCommand.class, deployment.commands()).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(added -> added.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new ConfigurationException(
                            name + ": this installation comes without it; its jars belong into the folder commands/"
                                    + name));
            line.addSubcommand(command.of(this));
        }
    }

    /** The version of the service. */
    public String version() {
        return deployment.version();
    }

    /** Opens what answers, with the settings of the command line. */
    public Answering open(Where where) {
        return deployment.open(where.over(environment));
    }

    /** Opens it without thresholds, for whoever looks for them: whether an answer passes changes nothing else in it. */
    Answering openWithoutThresholds(Where where) {
        return deployment.openWithoutThresholds(where.over(environment));
    }

    /** Opens it with {@code settings}, by flag or variable, over those of the command line. */
    Answering open(Where where, Map<String, String> settings) {
        Map<String, String> all = where.over(environment);
        all.putAll(settings);
        return deployment.open(all);
    }

    /** The names of the files that calibrate. */
    String calibrations(Where where) {
        return deployment.calibrations(where.over(environment));
    }

    /** Opens it without fitted files: calibrations and learned files are fitted to what it answers so. */
    Answering openUncalibrated(Where where) {
        Map<String, String> settings = where.over(environment);
        settings.put("SERVICE_FITTED", "");
        return deployment.open(settings);
    }

    /** Everything that answers in this process depend on. A run is not continued with others. */
    SequencedMap<String, String> answersDependOn(Where where) {
        return deployment.answersDependOn(where.over(environment));
    }

    /** The key to send to a service: the one in {@code file}, or that of the settings. */
    public Optional<String> key(Optional<String> file) {
        Map<String, String> settings = new HashMap<>(environment);
        file.ifPresent(name -> settings.put("SERVICE_API_KEY_FILE", name));
        Optional<String> key = deployment.key(settings);
        if (file.isPresent() && key.isEmpty()) {
            throw new ConfigurationException(
                    file.get() + " holds the keys of a service; it takes a file with the one key to send");
        }
        return key;
    }

    /** Whether a person watches: both standard streams are a terminal. */
    @SuppressWarnings("SystemConsoleNull") // The console of java.base, which an image has, is null in a pipe.
    boolean terminal() {
        Console console = System.console();
        return console != null && console.isTerminal() && err.equals(System.err);
    }

    static void write(Path path, byte[] bytes) {
        try {
            Files.write(path, bytes);
        } catch (IOException e) {
            throw new ConfigurationException(path + " cannot be written: " + RootCause.of(e));
        }
    }

    /** Says what of a file is asked. */
    CheckedLabels said(CheckedLabels labels) {
        err.println(labels.said());
        return labels;
    }

    private int unloaded(RuntimeException wrong) {
        return refused(ConfigurationException.of(
                "SERVICE_CHECKPOINTS: a checkpoint cannot be loaded: " + wrong.getMessage(), wrong));
    }

    private int refused(ConfigurationException e) {
        misused(e);
        return e.exitStatus();
    }

    /** Reports a failure that neither file nor settings caused; status 1 would say that a gate was missed. */
    private int failed(RuntimeException failure) {
        Fatal.check(failure);
        LOG.log(DEBUG, "the command failed", failure);
        err.println("the command failed: " + RootCause.of(failure));
        return MISUSED;
    }

    private static void refuseUnknown(@Nullable CommandLine command, List<String> arguments) {
        if (command != null) {
            List<String> valued = new ArrayList<>();
            List<String> flags = new ArrayList<>();
            for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
                (option.arity().max() > 0 ? valued : flags).addAll(List.of(option.names()));
            }
            Slips.refuseUnknown(arguments.getFirst(), arguments.subList(1, arguments.size()), valued, flags);
        }
    }

    private int misused(Exception wrong) {
        err.println(Printable.of(String.valueOf(wrong.getMessage())));
        return MISUSED;
    }
}
