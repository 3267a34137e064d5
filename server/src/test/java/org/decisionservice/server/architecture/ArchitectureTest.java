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

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks which module may see what: api holds what clients see, client asks, core computes, contract turns bytes into
 * requests and responses into bytes, engines hold native code, hub fetches, host computes for a whole process, tools
 * answer files, and server speaks HTTP.
 */
class ArchitectureTest {
    static final String ROOT = "org.decisionservice";
    private static final String API = ROOT + ".api..";
    private static final String CLIENT = ROOT + ".client..";
    private static final String SPI = ROOT + ".engine.spi..";
    private static final String KIT = ROOT + ".engine.kit..";
    static final String CORE = ROOT + ".core..";
    private static final String HUB = ROOT + ".hub..";
    private static final String JUDGING = ROOT + ".judging..";
    static final String CONTRACT = ROOT + ".contract..";
    static final String HOST = ROOT + ".host..";
    private static final String TOOLS = ROOT + ".tools..";
    private static final String MCP = ROOT + ".mcp..";
    private static final String EMAIL = ROOT + ".email..";
    private static final String PLAYGROUND = ROOT + ".playground..";
    static final String SERVER = ROOT + ".server..";

    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // What tests of several modules share is no part of the service.
            .withImportOption(location -> !location.contains("/org/decisionservice/testing/"))
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
        // server-transport and server-observe: neither sees a handler or a setting.
        sees(front("admission.."), HOST);
        sees(front("transport.."), front("admission.."), HOST, CONTRACT, CORE, API);
        sees(front("observe.."), PLAYGROUND, HOST, CONTRACT, CORE, API);
        sees(front("decisionlog.."), front("observe.."), HOST, CONTRACT, CORE, API);
        sees(
                front("metrics.."),
                front("observe.."),
                front("decisionlog.."),
                front("admission.."),
                TOOLS,
                JUDGING,
                HOST,
                CORE,
                API,
                SPI);
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
                        "java.util..",
                        "org.jspecify..",
                        "org.apache.commons.statistics.."))
                .because("files and reports are of tools, and sockets of the server")
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
    void twoPackagesOfTheFrontSeeTheWebServer() {
        noClasses()
                .that()
                .resideInAnyPackage(SERVER, HOST, TOOLS, PLAYGROUND)
                .and()
                .resideOutsideOfPackages(front("transport.."), front("http"))
                // The operator's port uses the web server, and launch connects everything.
                .and()
                .resideOutsideOfPackages(front("admin"), front("launch"))
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.helidon.webserver..", "io.helidon.http.."))
                .check(CLASSES);
    }

    static String front(String name) {
        return ROOT + ".server." + name;
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
