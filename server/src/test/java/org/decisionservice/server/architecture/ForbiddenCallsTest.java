// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.decisionservice.server.architecture.ArchitectureTest.CLASSES;
import static org.decisionservice.server.architecture.ArchitectureTest.CONTRACT;
import static org.decisionservice.server.architecture.ArchitectureTest.CORE;
import static org.decisionservice.server.architecture.ArchitectureTest.HOST;
import static org.decisionservice.server.architecture.ArchitectureTest.ROOT;
import static org.decisionservice.server.architecture.ArchitectureTest.SERVER;
import static org.decisionservice.server.architecture.ArchitectureTest.front;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalUnit;
import java.util.Timer;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.checkpoint.SafetensorsHeader;
import org.decisionservice.hub.Hub;
import org.decisionservice.server.launch.Main;
import org.decisionservice.server.launch.ProcessText;
import org.decisionservice.tools.command.Program;
import org.junit.jupiter.api.Test;

/** Checks that what is process-wide, or has no bound, is called only where it belongs. */
class ForbiddenCallsTest {
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

    /**
     * The calendar is set back and forth, by its first synchronisation or by a person; a duration may be negative then.
     */
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
}
