// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stops the service when the process is told to end, then ends it with the status that a shell expects for the signal,
 * and reads files again on SIGHUP.
 *
 * <p>A shutdown hook would not do. Hooks run all at once, and ONNX Runtime has one that frees its environment, so a
 * pass that still computes for an admitted request would crash. The JDK's signals are not part of its official API, but
 * the module jdk.unsupported of every release has them. They are used by name, because the compiler's warning about
 * them cannot be suppressed.
 */
final class Termination {
    private static final int SIGNAL_STATUS = 128;
    private static final int HUP = 1;
    private static final int INT = 2;
    private static final int TERM = 15;

    private final Terminal terminal = Terminal.ofStart();
    private final AtomicReference<Optional<Service>> stop = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Hangup> hangup = new AtomicReference<>(new Waits(false));

    /** The meaning of SIGHUP. */
    private sealed interface Hangup {}

    /** The process starts; {@code wanted} is whether it was told to read files again meanwhile. */
    private record Waits(boolean wanted) implements Hangup {}

    /** The process is a command that runs and ends, which a hangup ends as it does anywhere else. */
    private record Ends() implements Hangup {}

    /** The service runs. */
    private record Reloads(Runnable reload) implements Hangup {}

    private Termination() {}

    /**
     * Handles signals from now on. Until {@link #stopWith} is called SIGTERM and SIGINT end the process at once, and
     * SIGHUP waits, because Java would end the process.
     */
    static Termination handle() {
        Termination termination = new Termination();
        try {
            // Nothing else ends the process before main() runs and should not.
            termination.install("HUP", termination::hangup);
            termination.install("TERM", () -> termination.end(SIGNAL_STATUS + TERM));
            termination.install("INT", () -> termination.end(SIGNAL_STATUS + INT));
        } catch (ReflectiveOperationException e) {
            // The module is missing, or signals are left to the platform (-Xrs). A shutdown hook has to do.
            Thread hook = Thread.ofPlatform()
                    .name("stop")
                    .unstarted(() -> termination.take().ifPresent(Service::close));
            Runtime.getRuntime().addShutdownHook(hook);
        }
        return termination;
    }

    /** This process is a command: from now on a hangup ends it, and so does one that came before. */
    void endOnHangup() {
        if (hangup.getAndSet(new Ends()) instanceof Waits(boolean wanted) && wanted) {
            end(SIGNAL_STATUS + HUP);
        }
    }

    /**
     * Sets what the first signal stops before the process ends; a second signal does not wait for that. SIGHUP reloads
     * from now on, and does so now if it came before.
     */
    void stopWith(Service service) {
        stop.set(Optional.of(service));
        if (hangup.getAndSet(new Reloads(service::reload)) instanceof Waits(boolean wanted) && wanted) {
            hangup();
        }
    }

    private void hangup() {
        Hangup now = hangup.updateAndGet(was -> was instanceof Waits ? new Waits(true) : was);
        if (now instanceof Ends || terminal.closed()) {
            end(SIGNAL_STATUS + HUP);
        } else if (now instanceof Reloads(Runnable reload)) {
            reload.run();
        }
    }

    private void install(String name, Runnable handling) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object handles = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (_, method, _) -> {
            if (method.getName().equals("handle")) {
                handling.run();
            }
            return null;
        });
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), handles);
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
                Logging.flush();
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
