// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Checks what this module may depend on: core and what core knows, Spark, the gate, and what reads requests. */
class ArchitectureTest {
    private static final String ROOT = "org.decisionservice";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void sparkKnowsTheCoreAndWhatReadsRequests() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".spark")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        ROOT + ".spark",
                        ROOT + ".core..",
                        ROOT + ".api..",
                        ROOT + ".engine.spi..",
                        ROOT + ".server.request",
                        ROOT + ".server.json",
                        ROOT + ".server.calibration",
                        ROOT + ".server.gate",
                        "java..",
                        "scala..",
                        "org.apache.spark..",
                        "org.jspecify..",
                        "picocli.."))
                .because("an engine is found by its name, and nothing here speaks HTTP")
                .check(CLASSES);
    }

    @Test
    void whatItTakesFromTheServerNeedsNoneOfTheRest() {
        classes()
                .that()
                .belongToAnyOf(
                        org.decisionservice.server.calibration.CalibrationFile.class,
                        org.decisionservice.server.request.RequestReader.class,
                        org.decisionservice.server.request.ControlsReader.class,
                        org.decisionservice.server.request.Limits.class,
                        org.decisionservice.server.json.JsonReader.class,
                        org.decisionservice.server.json.Surrogates.class)
                .or()
                .resideInAnyPackage(ROOT + ".server.request", ROOT + ".server.json", ROOT + ".server.gate")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        ROOT + ".core..",
                        ROOT + ".api..",
                        ROOT + ".engine.spi..",
                        ROOT + ".server.request",
                        ROOT + ".server.json",
                        ROOT + ".server.calibration",
                        ROOT + ".server.gate",
                        "java..",
                        "org.jspecify..",
                        "com.fasterxml.jackson.."))
                .because("the jar for Spark holds only these packages of the server")
                .check(CLASSES);
    }

    @Test
    void theRestOfTheProjectKnowsNoSpark() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".spark")
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.apache.spark..", ROOT + ".spark"))
                .check(CLASSES);
    }
}
