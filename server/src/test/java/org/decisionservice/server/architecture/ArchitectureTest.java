// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.io.FileInputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.text.BreakIterator;
import java.text.Collator;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalUnit;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.Executor;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.checkpoint.SafetensorsHeader;
import org.decisionservice.hub.Hub;
import org.decisionservice.server.launch.Main;
import org.decisionservice.server.process.ProcessText;
import org.decisionservice.tools.command.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks which module may see what: api holds what clients see, client asks, core computes, contract turns bytes into
 * requests and responses into bytes, engines hold native code, hub fetches, host computes for a whole process, tools
 * answer files, and server speaks HTTP.
 */
class ArchitectureTest {
    private static final String ROOT = "org.decisionservice";
    private static final String API = ROOT + ".api..";
    private static final String CLIENT = ROOT + ".client..";
    private static final String SPI = ROOT + ".engine.spi..";
    private static final String KIT = ROOT + ".engine.kit..";
    private static final String CORE = ROOT + ".core..";
    private static final String HUB = ROOT + ".hub..";
    private static final String JUDGING = ROOT + ".judging..";
    private static final String CONTRACT = ROOT + ".contract..";
    private static final String HOST = ROOT + ".host..";
    private static final String TOOLS = ROOT + ".tools..";
    private static final String MCP = ROOT + ".mcp..";
    private static final String EMAIL = ROOT + ".email..";
    private static final String PLAYGROUND = ROOT + ".playground..";
    private static final String SERVER = ROOT + ".server..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // Excludes the stand-in hub.
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(ROOT);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api",
                "client",
                "engine.spi",
                "engine.kit",
                "engine.onnx",
                "core",
                "judging",
                "hub",
                "contract",
                "host",
                "tools",
                "mcp",
                "email",
                "playground",
                "server"
            })
    void everyModuleIsLookedAt(String module) {
        assertThat(CLASSES.containPackage(ROOT + "." + module)
                        || CLASSES.stream().anyMatch(c -> c.getPackageName().startsWith(ROOT + "." + module + ".")))
                .as(module)
                .isTrue();
    }

    @Test
    void apiDependsOnNothing() {
        classes()
                .that()
                .resideInAPackage(API)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(API, "java..", "org.jspecify.."))
                .check(CLASSES);
    }

    /** What decodes mail sees the state that it is given, and no more of the service. */
    @Test
    void cleaningOfMailSeesTheTypesOfStatesAndItsLibraries() {
        classes()
                .that()
                .resideInAPackage(EMAIL)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        EMAIL,
                        API,
                        "java.io..",
                        "java.lang..",
                        "java.nio..",
                        "java.util..",
                        "org.jspecify..",
                        "jakarta.mail..",
                        "jakarta.activation..",
                        "org.jsoup.."))
                .check(CLASSES);
    }

    /** Whoever asks from Java gets little with it. */
    @Test
    void theClientSeesTheTypesOfAnswersAndAJsonReader() {
        classes()
                .that()
                .resideInAPackage(CLIENT)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        CLIENT, API, "java..", "javax.net.ssl..", "org.jspecify..", "com.fasterxml.jackson.core.."))
                .check(CLASSES);
    }

    @Test
    void theEngineInterfaceIsTensorsOnly() {
        classes()
                .that()
                .resideInAPackage(SPI)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(SPI, "java..", "org.jspecify.."))
                .check(CLASSES);
    }

    @Test
    void theEngineKitSeesOnlyTheEngineInterface() {
        classes()
                .that()
                .resideInAPackage(KIT)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(KIT, SPI, "java..", "org.jspecify.."))
                .check(CLASSES);
    }

    /** An engine is found by its configured name, never by its class. */
    @Test
    void noModuleDependsUpwards() {
        sees(CORE, API, SPI);
        sees(CONTRACT, CORE, API);
        sees(HOST, CONTRACT, HUB, CORE, API, SPI);
        sees(TOOLS, HOST, CONTRACT, JUDGING, HUB, CORE, API, SPI);
        sees(MCP, TOOLS, CLIENT, HOST, CONTRACT, CORE, API);
        sees(PLAYGROUND, CONTRACT, JUDGING, API);
        sees(SERVER, PLAYGROUND, TOOLS, HOST, CONTRACT, JUDGING, HUB, CORE, API, SPI);
    }

    private static void sees(String module, String... others) {
        noClasses()
                .that()
                .resideInAPackage(module)
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..")
                        .and(not(resideInAPackage(module)))
                        .and(not(resideInAnyPackage(others))))
                .check(CLASSES);
    }

    @Test
    void judgingIsMathematics() {
        classes()
                .that()
                .resideInAPackage(JUDGING)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        JUDGING,
                        CORE,
                        API,
                        "java.lang..",
                        "java.nio.charset..",
                        "java.security..",
                        "java.util..",
                        "org.jspecify..",
                        "org.apache.commons.statistics.."))
                .because("files and sockets are the server's")
                .check(CLASSES);
    }

    @Test
    void theHubKnowsNothingOfTheService() {
        classes()
                .that()
                .resideInAPackage(HUB)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        HUB, "java..", "javax.net.ssl..", "org.jspecify..", "com.fasterxml.jackson.core.."))
                .check(CLASSES);
    }

    @Test
    void enginesSeeOnlyTheInterfaceAndTheKit() {
        for (String engine : List.of(ROOT + ".engine.onnx..", ROOT + ".engine.pytorch..")) {
            noClasses()
                    .that()
                    .resideInAPackage(engine)
                    .should()
                    .dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(resideInAnyPackage(engine, SPI, KIT))))
                    // Not every build includes every engine.
                    .allowEmptyShould(true)
                    .check(CLASSES);
        }
    }

    @Test
    void coreIsPure() {
        noClasses()
                .that()
                .resideInAPackage(CORE)
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.net..", "java.net.http..", "io.helidon.."))
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(CORE)
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Executor.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "getProperty", String.class)
                .check(CLASSES);
    }

    @Test
    void contractsAreTextOnly() {
        noClasses()
                .that()
                .resideInAPackage(CONTRACT)
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "java.net..", "java.nio.channels..", "java.util.concurrent..", "io.helidon.."))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(contract("json"))
                .should()
                .dependOnClassesThat(resideInAnyPackage(contract("request"), contract("response")))
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(contract("request"))
                .should()
                .dependOnClassesThat(resideInAPackage(contract("response")))
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(contract("response"))
                .should()
                .dependOnClassesThat(resideInAPackage(contract("request")))
                .check(CLASSES);
    }

    private static String contract(String name) {
        return ROOT + ".contract." + name;
    }

    @Test
    void threePackagesOfTheFrontSeeTheWebServer() {
        noClasses()
                .that()
                .resideInAnyPackage(SERVER, HOST, TOOLS, PLAYGROUND)
                .and()
                .resideOutsideOfPackages(front("transport.."), front("http"), front("pages"))
                // The operator's port uses the web server, and launch connects everything.
                .and()
                .resideOutsideOfPackages(front("admin"), front("launch"))
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.helidon.webserver..", "io.helidon.http.."))
                .check(CLASSES);
    }

    private static String front(String name) {
        return ROOT + ".server." + name;
    }

    @Test
    void onlyTheProgramReadsTheEnvironment() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(Main.class)
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .check(CLASSES);
    }

    /** The calendar is set back and forth, by its first synchronisation or by a person; a duration may be negative then. */
    @Test
    void noDurationIsMeasuredByTheCalendar() {
        noClasses()
                .that()
                // The age of a file, the days of a log, and a moment that an answer names are of the calendar.
                .doNotHaveFullyQualifiedName(ROOT + ".host.residency.Changes")
                .and()
                .doNotHaveFullyQualifiedName(ROOT + ".tools.drift.LoggedAnswers")
                .and()
                .doNotHaveFullyQualifiedName(ROOT + ".client.RefusalReader")
                .should()
                .callMethod(Duration.class, "between", Temporal.class, Temporal.class)
                .orShould()
                .callMethod(Instant.class, "until", Temporal.class, TemporalUnit.class)
                .orShould()
                .callMethod(ChronoUnit.class, "between", Temporal.class, Temporal.class)
                .orShould()
                .callMethod(Instant.class, "toEpochMilli")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Timer.class)
                .check(CLASSES);
    }

    /** Anything else depends on the machine's language: Arabic has digits of its own, Turkish another small I. */
    @Test
    void textIsMadeTheSameInEveryLanguage() {
        noClasses()
                .should()
                .callMethod(String.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(String.class, "formatted", Object[].class)
                .orShould()
                .callMethod(String.class, "toLowerCase")
                .orShould()
                .callMethod(String.class, "toUpperCase")
                .orShould()
                .callMethod(PrintStream.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintStream.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(MessageFormat.class, "format", String.class, Object[].class)
                .orShould()
                .callConstructor(MessageFormat.class, String.class)
                .orShould()
                .callConstructor(java.util.Formatter.class)
                .orShould()
                .callConstructor(java.util.Formatter.class, Appendable.class)
                .orShould()
                .callConstructor(DecimalFormat.class, String.class)
                .orShould()
                .callMethod(NumberFormat.class, "getInstance")
                .orShould()
                .callMethod(NumberFormat.class, "getPercentInstance")
                .orShould()
                .callMethod(DateTimeFormatter.class, "ofPattern", String.class)
                .orShould()
                .callMethod(Collator.class, "getInstance")
                .orShould()
                .callMethod(BreakIterator.class, "getWordInstance")
                .check(CLASSES);
    }

    /** Everybody else logs, so that the formatters see what clients sent; or is given a stream to print to. */
    @Test
    void onlyTheProgramPrints() {
        noClasses()
                .that()
                .resideOutsideOfPackages(front("launch"), ROOT + ".engine.testkit..")
                // Whether the stream is a terminal; and the bar of a download, which holds names of checkpoints only.
                .and()
                .doNotBelongToAnyOf(Program.class, Hub.class)
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(CLASSES);
    }

    /**
     * A file that an operator names may be a pipe that never ends, or fill the heap: {@link RegularFile} reads it, with
     * the bound of its kind. The others read headers with bounds of their own, what the kernel makes, or jars.
     */
    @Test
    void filesAreReadWithABound() {
        noClasses()
                .that()
                .resideInAnyPackage(CORE, CONTRACT, HOST, SERVER)
                .and()
                .doNotHaveFullyQualifiedName(RegularFile.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(SafetensorsHeader.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(ProcessText.class.getName())
                .and()
                // Reads what the kernel says of the processors.
                .doNotHaveFullyQualifiedName("org.decisionservice.server.config.Threads")
                .should()
                .callMethod(Files.class, "readAllBytes", Path.class)
                .orShould()
                .callMethod(Files.class, "readString", Path.class)
                .orShould()
                .callMethod(Files.class, "readString", Path.class, Charset.class)
                .orShould()
                .callMethod(Files.class, "readAllLines", Path.class)
                .orShould()
                .callMethod(Files.class, "readAllLines", Path.class, Charset.class)
                .orShould()
                .callMethod(Files.class, "lines", Path.class)
                .orShould()
                .callMethod(Files.class, "newInputStream", Path.class, OpenOption[].class)
                .orShould()
                .callMethod(Files.class, "newBufferedReader", Path.class)
                .orShould()
                .callMethod(Files.class, "newBufferedReader", Path.class, Charset.class)
                .orShould()
                .callConstructor(FileInputStream.class, File.class)
                .orShould()
                .callConstructor(FileInputStream.class, String.class)
                .orShould()
                .callMethod(ObjectMapper.class, "readTree", File.class)
                .orShould()
                .callMethod(JsonFactory.class, "createParser", File.class)
                .check(CLASSES);
    }

    /** Java looks for a file store in the table of mounts, where a changed root directory has none. */
    @Test
    void nothingNeedsTheTableOfMounts() {
        noClasses().should().callMethod(Files.class, "getFileStore", Path.class).check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
