// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A Java agent that notes which of the project's types are entered: of which a method or constructor begins, but for
 * the threads that look at the service now and then whether anybody asks or not. A file {@code begin} in its folder
 * starts the notes anew, and a file {@code end} writes them to {@code types.txt}.
 */
public final class Entered implements ClassFileTransformer {
    private static final Set<String> WATCHERS = Set.of("connections", "load-watch", "listener-watch");
    private static final Set<String> ENTERED = ConcurrentHashMap.newKeySet();

    /** @param folder of the three files */
    public static void premain(String folder, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Entered());
        Thread.ofPlatform().daemon().name("entered").start(() -> watch(Path.of(folder)));
    }

    /** Called at the beginning of every method. */
    public static void note(String type) {
        if (!WATCHERS.contains(Thread.currentThread().getName())) {
            ENTERED.add(type);
        }
    }

    private static void watch(Path folder) {
        try {
            while (true) {
                Thread.sleep(20);
                if (Files.deleteIfExists(folder.resolve("begin"))) {
                    ENTERED.clear();
                }
                if (Files.deleteIfExists(folder.resolve("end"))) {
                    Path unfinished = Files.write(folder.resolve("unfinished"), new TreeSet<>(ENTERED));
                    Files.move(unfinished, folder.resolve("types.txt"));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
        if (!name.startsWith("org/decisionservice/")) {
            return null;
        }
        // The classes of the service are not those of this agent's own class path.
        ClassFile file = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver())));
        CodeTransform noted = CodeTransform.ofStateful(() -> {
            boolean[] begun = {false};
            return (code, element) -> {
                if (!begun[0]) {
                    begun[0] = true;
                    code.loadConstant(name.replace('/', '.'))
                            .invokestatic(
                                    ClassDesc.of("Entered"),
                                    "note",
                                    MethodTypeDesc.ofDescriptor("(Ljava/lang/String;)V"));
                }
                code.with(element);
            };
        });
        return file.transformClass(
                file.parse(bytes),
                ClassTransform.transformingMethodBodies(
                        method -> method.findAttribute(java.lang.classfile.Attributes.code()).isPresent(), noted));
    }
}
