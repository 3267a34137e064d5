// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/** What an engine says of itself where something it has made is kept for the next start. */
public final class Fingerprint {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    /** Extensions that matrix products are chosen by. Others come and go with the kernel, and change no number. */
    private static final List<String> VECTORS =
            List.of("sse4", "avx", "fma", "f16c", "amx", "asimd", "sve", "i8mm", "bf16");

    private Fingerprint() {}

    /**
     * The jars of the engine, the runtime and the processor.
     *
     * @param engine a class of the engine; another build of its jar, or of this one, is another engine
     * @param runtime with its version
     */
    public static String of(Class<?> engine, String runtime) {
        return String.join("; ", runtime, "code " + build(engine) + build(Fingerprint.class), processor());
    }

    private static String build(Class<?> type) {
        Optional<Path> jar = Optional.ofNullable(type.getProtectionDomain().getCodeSource())
                .map(CodeSource::getLocation)
                .map(location -> Path.of(URI.create(location.toString())))
                .filter(Files::isRegularFile);
        if (jar.isEmpty()) {
            return "unpackaged";
        }
        try {
            CRC32C sum = new CRC32C();
            sum.update(Files.readAllBytes(jar.get()));
            return HexFormat.of().toHexDigits((int) sum.getValue());
        } catch (IOException _) {
            return "unreadable";
        }
    }

    private static String processor() {
        try {
            return processor(Files.readAllLines(PROCESSORS));
        } catch (IOException _) {
            return System.getProperty("os.arch");
        }
    }

    /** @param description lines of {@code /proc/cpuinfo} */
    static String processor(List<String> description) {
        return description.stream()
                .filter(line -> line.startsWith("flags") || line.startsWith("Features"))
                .findFirst()
                .map(line -> Arrays.stream(line.split("\\s+"))
                        .filter(flag -> VECTORS.stream().anyMatch(flag::startsWith))
                        .collect(Collectors.toCollection(TreeSet::new)))
                .map(flags -> String.join(" ", flags))
                .orElseGet(() -> System.getProperty("os.arch"));
    }
}
