package org.decisionservice.server.launch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stops the service when the process is told to end, then ends it with the status that a shell expects of the signal.
 *
 * <p>Not a shutdown hook: those run all at once, ONNX Runtime has one that frees its environment, and a pass that still
 * computes for an admitted request would crash. The signals of the JDK are not in its official API, but have been in
 * the module jdk.unsupported of every release; by name, because the compiler warns of them without a way to agree.
 */
final class Termination {
    private static final int SIGNAL_STATUS = 128;

    private final Runnable stop;
    private final AtomicBoolean begun = new AtomicBoolean();

    private Termination(Runnable stop) {
        this.stop = stop;
    }

    /** Runs {@code stop} at the first SIGTERM or SIGINT; the second one ends the process at once. */
    static void handle(Runnable stop) {
        Termination termination = new Termination(stop);
        try {
            termination.install("TERM", 15);
            termination.install("INT", 2);
        } catch (ReflectiveOperationException e) {
            // No such module, or signals are left to the platform (-Xrs): as well as it goes then.
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(stop));
        }
    }

    private void install(String name, int number) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Runnable end = () -> end(SIGNAL_STATUS + number);
        MethodHandle run = MethodHandles.lookup()
                .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                .bindTo(end);
        MethodHandle onSignal = MethodHandles.dropArguments(run, 0, signal);
        signal.getMethod("handle", signal, handler)
                .invoke(
                        null,
                        signal.getConstructor(String.class).newInstance(name),
                        MethodHandleProxies.asInterfaceInstance(handler, onSignal));
    }

    private void end(int status) {
        if (begun.getAndSet(true)) {
            Runtime.getRuntime().halt(status);
        }
        // Signals come on daemon threads: without another one the process would end, with status 0, before the stop
        // has.
        Thread.ofPlatform().daemon(false).name("stop").start(() -> {
            try {
                stop.run();
            } finally {
                System.exit(status);
            }
        });
    }
}
