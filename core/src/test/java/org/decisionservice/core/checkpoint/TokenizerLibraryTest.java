// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.util.Platform;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process loads the library only once, so each of these has one of its own. */
class TokenizerLibraryTest {
    private static final String NAME = System.mapLibraryName("tokenizers");

    @TempDir
    private Path dir;

    private Path folder;

    @BeforeEach
    void folderOfTheLibrary() {
        Platform platform = Platform.detectPlatform("tokenizers");
        folder = dir.resolve("tokenizers/" + platform.getVersion() + "-cpu-" + platform.getClassifier());
    }

    private String loaded() throws Exception {
        ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.util.logging.SimpleFormatter.format=%5$s%n",
                "-Djava.io.tmpdir=" + Files.createDirectories(dir.resolve("temporary")),
                "-cp",
                System.getProperty("java.class.path"),
                Loading.class.getName());
        java.environment().put("DJL_CACHE_DIR", dir.toString());
        Process process = java.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    /** Prints what is wrong, if anything is. */
    static final class Loading {
        public static void main(String[] arguments) {
            System.out.println("wrong: " + TokenizerLibrary.load().orElse("nothing"));
            System.out.println("again: " + TokenizerLibrary.load().orElse("nothing"));
        }
    }

    @Test
    void itIsUnpackedOnceToAFolderOfVersionAndPlatform() throws Exception {
        assertThat(loaded()).contains("wrong: nothing", "again: nothing");
        assertThat(folder.toFile().list()).containsExactly(NAME);
        Object first = Files.getLastModifiedTime(folder.resolve(NAME));
        assertThat(loaded()).contains("wrong: nothing");
        assertThat(Files.getLastModifiedTime(folder.resolve(NAME))).isEqualTo(first);
    }

    /** So a start that saw a GPU has left it. */
    @Test
    void aFolderWithoutTheLibraryIsFilled() throws Exception {
        Files.createDirectories(folder.resolve("90"));
        assertThat(loaded()).contains("wrong: nothing");
        assertThat(folder.resolve(NAME)).isRegularFile();
    }

    @Test
    void oneThatOthersMayWriteIsNotLoadedAndAFreshOneLeavesNothing() throws Exception {
        Files.createDirectories(folder);
        Path planted = Files.writeString(folder.resolve(NAME), "no library");
        Files.setAttribute(folder, "unix:mode", 0777);
        assertThat(loaded()).contains("wrong: nothing", "again: nothing", folder + " may be written by every user");
        assertThat(planted).hasContent("no library");
        assertThat(dir.resolve("temporary")).isEmptyDirectory();
    }
}
