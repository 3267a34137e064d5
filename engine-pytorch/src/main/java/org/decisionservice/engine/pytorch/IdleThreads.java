package org.decisionservice.engine.pytorch;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Lets libtorch's threads sleep while they wait for each other. By default they spin, which costs a machine that does
 * anything else many times what it saves: a forward pass took ten times as long beside one busy neighbour.
 */
final class IdleThreads {
    private static final String POLICY = "OMP_WAIT_POLICY";

    private IdleThreads() {}

    /**
     * Has to come before the library is loaded, which is when it reads its environment, and the only time it does. A
     * policy that the operator has set stays; a platform without the function keeps its default.
     */
    static void sleep() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> function = linker.defaultLookup().find("setenv");
        if (function.isPresent()) {
            set(linker, function.get());
        }
    }

    // Restricted, because a wrong signature would break the process; it is that of POSIX.
    @SuppressWarnings("restricted")
    private static void set(Linker linker, MemorySegment setenv) {
        MethodHandle call = linker.downcallHandle(
                setenv,
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int overwrite = 0;
            int _ = (int) call.invokeExact(arena.allocateFrom(POLICY), arena.allocateFrom("passive"), overwrite);
        } catch (Throwable e) {
            throw new IllegalStateException("setenv", e);
        }
    }
}
