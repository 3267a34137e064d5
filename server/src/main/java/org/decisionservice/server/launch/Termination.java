// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stops the service when the process is told to end, then ends it with the status that a shell expects for the signal.
 *
 * <p>A shutdown hook would not do. Hooks run all at once, and ONNX Runtime has one that frees its environment, so a
 * pass that still computes for an admitted request would crash. The JDK's signals are not part of its official API, but
 * the module jdk.unsupported of every release has them. They are used by name, because the compiler's warning about
 * them cannot be suppressed.
 */
final class Termination {
    private static final int SIGNAL_STATUS = 128;

    private final AtomicReference<Optional<Service>> stop = new AtomicReference<>(Optional.empty());

    private Termination() {}

    /** Handles SIGTERM and SIGINT from now on; until {@link #stopWith} is called they end the process at once. */
    static Termination handle() {
        Termination termination = new Termination();
        try {
            termination.install("TERM", 15);
            termination.install("INT", 2);
        } catch (ReflectiveOperationException e) {
            // The module is missing, or signals are left to the platform (-Xrs). A shutdown hook has to do.
            Thread hook = Thread.ofPlatform()
                    .name("stop")
                    .unstarted(() -> termination.take().ifPresent(Service::close));
            Runtime.getRuntime().addShutdownHook(hook);
        }
        return termination;
    }

    /** Sets what the first signal stops before the process ends; a second signal does not wait for that. */
    void stopWith(Service service) {
        stop.set(Optional.of(service));
    }

    /** Runs {@code reload} on SIGHUP; without signals there is no such thing. */
    static void onHangup(Runnable reload) {
        try {
            install("HUP", reload);
        } catch (ReflectiveOperationException e) {
            // A start takes the new file as well.
        }
    }

    private void install(String name, int number) throws ReflectiveOperationException {
        install(name, () -> end(SIGNAL_STATUS + number));
    }

    private static void install(String name, Runnable handling) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        MethodHandle run = MethodHandles.lookup()
                .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                .bindTo(handling);
        MethodHandle onSignal = MethodHandles.dropArguments(run, 0, signal);
        signal.getMethod("handle", signal, handler)
                .invoke(
                        null,
                        signal.getConstructor(String.class).newInstance(name),
                        MethodHandleProxies.asInterfaceInstance(handler, onSignal));
    }

    private Optional<Service> take() {
        return stop.getAndSet(Optional.empty());
    }

    private void end(int status) {
        take().ifPresentOrElse(
                        service -> stopAndEnd(service, status),
                        () -> Runtime.getRuntime().halt(status));
    }

    /**
     * Stops the service on a non-daemon thread. Signals arrive on daemon threads, so without this thread the process
     * would end, with status 0, before the stop is complete.
     */
    private static void stopAndEnd(Service service, int status) {
        Thread.ofPlatform().daemon(false).name("stop").start(() -> {
            boolean freed = false;
            try {
                freed = service.stop();
            } finally {
                if (freed) {
                    System.exit(status);
                } else {
                    // halt() skips the shutdown hooks, one of which frees what a pass still uses.
                    Runtime.getRuntime().halt(status);
                }
            }
        });
    }
}
