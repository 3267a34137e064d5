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

/** Checks what this module may depend on: what computes, Spark, contracts, and the gate. */
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
                        ROOT + ".contract..",
                        ROOT + ".host.gate",
                        "java..",
                        "scala..",
                        "org.apache.spark..",
                        "org.jspecify..",
                        "picocli.."))
                .because("an engine is found by its name, and nothing here speaks HTTP")
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
