// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryFolderTest {
    private static final int TYPE = 0170000;
    private static final String TEMPORARY = "java.io.tmpdir";

    @TempDir
    private Path dir;

    private String before;
    private Path temporary;
    private Optional<URL> library;

    @BeforeEach
    void temporaryFolder() throws IOException {
        dir = dir.toRealPath();
        temporary = Files.createDirectory(dir.resolve("tmp"));
        before = System.setProperty(TEMPORARY, temporary.toString());
        library = Optional.of(
                Files.writeString(dir.resolve("library"), "code").toUri().toURL());
    }

    @AfterEach
    void asItWas() {
        System.setProperty(TEMPORARY, before);
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & ~TYPE;
    }

    private List<String> left() {
        return Arrays.asList(temporary.toFile().list());
    }

    @Test
    void whatIsKeptIsMadeForThisUserAloneAndStays() throws Exception {
        Path kept = dir.resolve("cache/tokenizers/1");
        try (LibraryFolder folder = LibraryFolder.of(kept)) {
            assertThat(folder.isFresh()).isFalse();
            assertThat(folder.path()).isEqualTo(kept);
            assertThat(folder.put("lib.so", library))
                    .isEqualTo(kept.resolve("lib.so"))
                    .hasContent("code");
        }
        assertThat(mode(kept)).isEqualTo(0700);
        assertThat(mode(dir.resolve("cache"))).isEqualTo(0700);
        assertThat(kept.toFile().list()).containsExactly("lib.so");
        Files.writeString(kept.resolve("lib.so"), "earlier");
        try (LibraryFolder folder = LibraryFolder.of(kept)) {
            assertThat(folder.put("lib.so", library)).hasContent("earlier");
        }
    }

    @Test
    void whereOthersMayWriteAFreshFolderTakesItsPlace() throws Exception {
        Path planted = Files.createDirectories(dir.resolve("cache/1"));
        Files.writeString(planted.resolve("lib.so"), "planted");
        for (Path open : List.of(dir.resolve("cache"), planted, planted.resolve("lib.so"))) {
            int good = mode(open);
            Files.setAttribute(open, "unix:mode", 0777);
            Path fresh;
            try (LibraryFolder folder = LibraryFolder.of(planted)) {
                assertThat(folder.isFresh()).as(open.toString()).isTrue();
                fresh = folder.path();
                assertThat(fresh).hasParent(temporary);
                assertThat(mode(fresh)).isEqualTo(0700);
                assertThat(folder.put("lib.so", library)).hasContent("code");
            }
            assertThat(fresh).doesNotExist();
            Files.setAttribute(open, "unix:mode", good);
        }
        assertThat(left()).isEmpty();
        assertThat(planted.resolve("lib.so")).hasContent("planted");
    }

    /** Of a process that was killed the folder stays, and its lock does not. */
    @Test
    void leftoversAreDeletedAndFoldersInUseAreNot() throws Exception {
        Path leftover = Files.createDirectory(temporary.resolve("decision-service-natives-0"));
        Files.createFile(leftover.resolve("lock"));
        Files.createFile(leftover.resolve("lib.so"));
        try (LibraryFolder first = LibraryFolder.fresh();
                LibraryFolder second = LibraryFolder.fresh()) {
            assertThat(leftover).doesNotExist();
            assertThat(first.path()).isDirectory().isNotEqualTo(second.path());
            // Locks are between processes.
            assertThat(anotherProcessDeletesLeftovers()).isZero();
            assertThat(first.path()).isDirectory();
            assertThat(second.path()).isDirectory();
        }
        assertThat(left()).isEmpty();
    }

    private int anotherProcessDeletesLeftovers() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-D" + TEMPORARY + "=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Fresh.class.getName())
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Makes a fresh folder, and deletes it. */
    static final class Fresh {
        public static void main(String[] arguments) throws IOException {
            LibraryFolder.fresh().close();
        }
    }

    @Test
    void nothingIsLeftOfALibraryThatCannotBeRead() throws Exception {
        Optional<URL> unreadable = Optional.of(dir.resolve("none").toUri().toURL());
        try (LibraryFolder folder = LibraryFolder.of(dir.resolve("cache"))) {
            for (Optional<URL> none : List.of(unreadable, Optional.<URL>empty())) {
                assertThatExceptionOfType(IOException.class).isThrownBy(() -> folder.put("lib.so", none));
                assertThat(folder.path()).isEmptyDirectory();
            }
        }
    }
}
