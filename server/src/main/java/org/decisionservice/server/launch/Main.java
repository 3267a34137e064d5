// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.util.List;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.config.EffectiveSettings;
import org.decisionservice.server.config.Notices;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.tools.command.Program;

/** The program: starts the service and stops it when the process is told to end. */
public final class Main {
    private Main() {}

    /**
     * Takes a command and flags, see {@link CommandLine}; everything else comes from the environment and
     * {@code conf/application.yaml}.
     */
    public static void main(String[] arguments) {
        // Before anything else: until then a hangup ends the process.
        Termination termination = Termination.handle();
        ProcessText.print();
        // Set before any DJL class is loaded: native libraries come from the jars, and nothing is fetched or reported.
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
        // Otherwise DJL's ONNX engine starts libtorch as its helper if a PyTorch engine is installed, too.
        System.setProperty("ai.djl.onnx.disable_alternative", "true");
        LastWords lastWords = LastWords.take();
        try {
            Home home = Home.ofProgram();
            Logging.start(home.logging());
            start(
                    ProcessText.arguments(arguments),
                    ProcessText.variables(System.getenv()),
                    home,
                    lastWords,
                    termination);
        } catch (ConfigurationException e) {
            refuse(e, Settings.Log.Format.TEXT);
        } catch (RuntimeException | Error e) {
            // A restart cannot help, and threads that were started already would keep the process without a port.
            lastWords.cannotStart(e);
        }
    }

    private static void start(
            List<String> arguments,
            Map<String, String> variables,
            Home home,
            LastWords lastWords,
            Termination termination) {
        if (Program.isNamedIn(arguments)) {
            termination.endOnHangup();
            System.exit(new Program(variables, Installation.of(home), System.out, System.err).run(arguments));
        }
        CommandLine line = CommandLine.of(arguments);
        if (line.command() != Command.SERVE) {
            termination.endOnHangup();
        }
        Map<String, String> environment = line.over(variables);
        switch (line.command()) {
            case HELP -> System.out.println(Help.text());
            case VERSION -> System.out.println("decision-service " + About.version());
            case PRINT_CONFIG ->
                EffectiveSettings.of(environment, home.configuration()).forEach(System.out::println);
            case ONCE -> System.exit(once(SettingsReader.read(environment, home.configuration()), home));
            case PROBE ->
                System.exit(Probe.run(
                        SettingsReader.read(environment, home.configuration()).listen(), Probe.PATIENCE));
            case SERVE -> {
                Settings.Log.Format format = SettingsReader.logFormat(environment, home.configuration());
                Logging.queue();
                Logging.write(format);
                lastWords.write(format);
                try {
                    serve(environment, home, lastWords, termination);
                } catch (ConfigurationException e) {
                    refuse(e, format);
                }
            }
        }
        System.out.flush();
    }

    private static void serve(
            Map<String, String> environment, Home home, LastWords lastWords, Termination termination) {
        Settings settings = SettingsReader.read(environment, home.configuration());
        Logging.apply(settings.log());
        // Not a constant: nothing may log before the log is set up.
        System.Logger log = System.getLogger(Main.class.getName());
        Notices.of(environment, home.configuration()).forEach(notice -> log.log(notice.level(), "{0}", notice.text()));
        List<EffectiveSettings.Entry> effective = EffectiveSettings.of(environment, home.configuration());
        Service service = Service.start(settings, effective, home);
        termination.stopWith(service);
        lastWords.before(service::failed);
        Logging.announce(service.banner(), settings.log());
        lastWords.started();
    }

    private static void refuse(ConfigurationException e, Settings.Log.Format format) {
        Logging.refuse(String.valueOf(e.getMessage()), format);
        System.exit(e.exitStatus());
    }

    private static int once(Settings settings, Home home) {
        Logging.apply(settings.log());
        return OneShot.run(settings, home, System.out);
    }
}
