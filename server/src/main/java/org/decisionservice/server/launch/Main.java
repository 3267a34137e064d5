package org.decisionservice.server.launch;

import java.util.Map;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.config.SettingsReader;

/** The program: starts the service and stops it when the process is told to end. */
public final class Main {
    private static final int MISCONFIGURED = 2;

    private Main() {}

    /** Takes no arguments; the environment and {@code conf/application.yaml} say everything. */
    public static void main(String[] arguments) {
        // Before any class of DJL: natives come out of the jars, and nothing is fetched or reported.
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
        // Each engine is used for itself: without this, ONNX Runtime would start PyTorch beside it where it finds it.
        System.setProperty("ai.djl.onnx.disable_alternative", "true");
        Home home = Home.ofProgram();
        Logging.start(home.logging());
        try {
            start(arguments, System.getenv(), home);
        } catch (ConfigurationException e) {
            System.err.println(e.getMessage());
            System.exit(MISCONFIGURED);
        }
    }

    private static void start(String[] arguments, Map<String, String> environment, Home home) {
        if (arguments.length > 0) {
            throw new ConfigurationException(
                    "there are no command line options; set the variables that " + home.configuration() + " lists");
        }
        Settings settings = SettingsReader.read(environment, home.configuration());
        Logging.setLevel(settings.logLevel());
        Termination termination = Termination.handle();
        Service service = Service.start(settings, home);
        termination.stopWith(service);
        System.err.println(service.banner());
    }
}
