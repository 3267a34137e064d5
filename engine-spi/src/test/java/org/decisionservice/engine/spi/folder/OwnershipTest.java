// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modes are taken in numbers, because Java's names for permissions know no sticky bit. */
class OwnershipTest {
    private static final int ANOTHER = 4711;

    @TempDir
    private Path temporary;

    private Path folder;
    private int user;

    @BeforeEach
    void aFolderOfThisUser() throws IOException {
        folder = Files.createDirectory(temporary.toRealPath().resolve("own"));
        mode(folder, 0700);
        user = (int) Files.getAttribute(folder, "unix:uid");
    }

    private static void mode(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
    }

    private static Optional<String> replacers(Path path) throws IOException {
        return Ownership.othersMayReplace(path);
    }

    @Test
    void nobodyElseWritesWhatIsOwnAlone() throws Exception {
        assertThat(Ownership.othersMayWrite(folder)).isEmpty();
        assertThat(replacers(folder)).isEmpty();
        assertThat(replacers(folder.resolve("not/there/yet"))).isEmpty();
        mode(folder, 0755);
        assertThat(Ownership.othersMayWrite(folder)).isEmpty();
    }

    @Test
    void modesThatLetOthersWriteAreRefused() throws Exception {
        mode(folder, 0777);
        assertThat(Ownership.othersMayWrite(folder)).contains(folder + " may be written by every user");
        assertThat(replacers(folder.resolve("lib.so"))).contains(folder + " may be written by every user");
        // Entries of such a folder cannot be replaced, but new ones can be put there.
        mode(folder, 01777);
        assertThat(Ownership.othersMayWrite(folder)).isPresent();
        assertThat(replacers(folder)).isPresent();
    }

    @Test
    void groupsAreRefusedUnlessTheyAreThePrivateOneOrRoots() throws Exception {
        mode(folder, 0770);
        int group = (int) Files.getAttribute(folder, "unix:gid");
        Optional<String> writers = Ownership.othersMayWrite(folder);
        if (group == 0 || group == user) {
            assertThat(writers).isEmpty();
        } else {
            assertThat(writers).contains(folder + " may be written by group " + group);
        }
        assertThat(new Ownership(group, false).writers(temporary.getRoot())).isEmpty();
    }

    /** Root can give a file away; anybody else sees it as another user would. */
    private Ownership strangerTo(Path path) throws IOException {
        if (user == 0) {
            Files.setAttribute(path, "unix:uid", ANOTHER, LinkOption.NOFOLLOW_LINKS);
        }
        return new Ownership(user == 0 ? 0 : ANOTHER, false);
    }

    @Test
    void theUserOfTheProcessAndRootAreTrustedAndNobodyElse() throws Exception {
        assertThat(new Ownership(ANOTHER, false).writers(Path.of("/"))).isEmpty();
        Path file = Files.createFile(folder.resolve("lib.so"));
        assertThat(Ownership.othersMayWrite(file)).isEmpty();
        Ownership stranger = strangerTo(file);
        String said = file + " belongs to user " + Files.getAttribute(file, "unix:uid") + ", and this process runs as ";
        assertThat(stranger.writers(file))
                .hasValueSatisfying(why -> assertThat(why).startsWith(said));
        assertThat(stranger.replacers(file)).isPresent();
    }

    @Test
    void aFolderWithTheStickyBitKeepsWhatIsInIt() throws Exception {
        Path shared = Files.createDirectory(folder.resolve("tmp"));
        Path own = Files.createDirectory(shared.resolve("x"));
        mode(own, 0700);
        mode(shared, 01777);
        assertThat(replacers(own)).isEmpty();
        mode(shared, 0777);
        assertThat(replacers(own)).contains(shared + " may be written by every user");
    }

    @Test
    void whereNobodyElseIsTheFoldersAboveDoNotMatter() throws Exception {
        Ownership alone = new Ownership(user, true);
        Path own = Files.createDirectory(folder.resolve("own"));
        mode(folder, 0777);
        assertThat(alone.replacers(own)).isEmpty();
        assertThat(alone.replacers(folder.resolve("none"))).isEmpty();
        assertThat(alone.replacers(folder)).isPresent();
        assertThat(alone.replacers(Files.createSymbolicLink(own.resolve("link"), folder)))
                .contains(folder + " may be written by every user");
    }

    @Test
    void linksAreFollowedAndWhatTheyLeadThroughIsLookedAt() throws Exception {
        Path target = Files.createDirectories(folder.resolve("a/b"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a"));
        assertThat(Ownership.othersMayWrite(link)).contains(link + " is a link");
        assertThat(replacers(link.resolve("b"))).isEmpty();
        mode(folder.resolve("a"), 0777);
        assertThat(replacers(link.resolve("b"))).contains(target.getParent() + " may be written by every user");
        Path back = Files.createSymbolicLink(folder.resolve("back"), Path.of("../own/./link/.."));
        assertThat(replacers(back)).isPresent();
        mode(folder.resolve("a"), 0700);
        assertThat(replacers(back)).isEmpty();
    }

    @Test
    void aLinkIsWhoseItIsItself() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), temporary.getRoot());
        assertThat(replacers(link)).isEmpty();
        assertThat(strangerTo(link).replacers(link))
                .hasValueSatisfying(why -> assertThat(why).contains(" belongs to user "));
    }

    @Test
    void linksThatLeadInACircleAreRefused() throws Exception {
        Path a = folder.resolve("a");
        Path b = Files.createSymbolicLink(folder.resolve("b"), a);
        Files.createSymbolicLink(a, b);
        assertThat(replacers(a)).contains(a + " leads through too many links");
    }

    @Test
    void whatIsNotThereIsNobodys() {
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> Ownership.othersMayWrite(folder.resolve("none")));
    }
}
