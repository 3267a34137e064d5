// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who may change what is at a path. Root may change everything and is trusted, and so is a group that is the private
 * one of this process's user, by the custom that both have the same number. Systems without such owners refuse nothing.
 */
public final class Ownership {
    private static final int ROOT = 0;
    private static final int GROUP_WRITES = 0020;
    private static final int OTHERS_WRITE = 0002;
    private static final int STICKY = 01000;
    private static final int TYPE = 0170000;
    private static final int LINK = 0120000;
    private static final int MOST_LINKS = 40;

    private final int user;
    private final boolean alone;

    /**
     * @param user the number of the user whose files are trusted beside root's
     * @param alone whether no other user has processes here, so that only what others may have left matters
     */
    Ownership(int user, boolean alone) {
        this.user = user;
        this.alone = alone;
    }

    /** Initialized when it is first needed. */
    private static final class Here {
        /** The first process of a container is in it with nobody else. */
        static final Ownership OWN =
                new Ownership(user(), ProcessHandle.current().pid() == 1);
    }

    /**
     * Says why others may change this file or folder itself, as half a sentence that names it; empty if nobody but this
     * process's user and root may. A link is refused.
     *
     * @throws IOException if it is not there or cannot be looked at
     */
    public static Optional<String> othersMayWrite(Path path) throws IOException {
        try {
            return Here.OWN.writers(path);
        } catch (UnsupportedOperationException _) {
            return Optional.empty();
        }
    }

    /**
     * Says likewise why others may put something else in its place: every folder and link that leads to it is looked
     * at, too. In a folder that all may write, only one with the sticky bit, such as {@code /tmp}, keeps entries safe.
     * What is not there yet is not looked at. In a container whose first process this is, nobody replaces anything, and
     * the root of a volume is often everybody's: there only the file or folder itself is looked at.
     *
     * @throws IOException if a folder cannot be looked at
     */
    public static Optional<String> othersMayReplace(Path path) throws IOException {
        try {
            return Here.OWN.replacers(path);
        } catch (UnsupportedOperationException _) {
            return Optional.empty();
        }
    }

    Optional<String> writers(Path path) throws IOException {
        Owner entry = Owner.of(path);
        return entry.isLink() ? Optional.of(path + " is a link") : writers(path, entry);
    }

    Optional<String> replacers(Path path) throws IOException {
        if (alone) {
            return Files.exists(path) ? writers(path.toRealPath()) : Optional.empty();
        }
        Path absolute = path.toAbsolutePath();
        Deque<Path> ahead = new ArrayDeque<>();
        absolute.forEach(ahead::add);
        Path real = absolute.getRoot();
        int links = 0;
        while (!ahead.isEmpty()) {
            Path name = ahead.pop();
            if (name.toString().equals("..")) {
                real = Optional.ofNullable(real.getParent()).orElse(real);
                continue;
            }
            Path next = real.resolve(name).normalize();
            Owner entry;
            try {
                entry = Owner.of(next);
            } catch (NoSuchFileException _) {
                return Optional.empty();
            }
            // Whoever owns a folder may rename what is in it, sticky or not.
            boolean keepsEntries = entry.isSticky() && !ahead.isEmpty();
            Optional<String> writers = entry.isLink() || keepsEntries ? strangers(next, entry) : writers(next, entry);
            if (writers.isPresent()) {
                return writers;
            }
            if (!entry.isLink()) {
                real = next;
                continue;
            }
            if (++links > MOST_LINKS) {
                return Optional.of(path + " leads through too many links");
            }
            Path target = real.resolve(Files.readSymbolicLink(next));
            Deque<Path> further = new ArrayDeque<>();
            target.forEach(further::add);
            further.descendingIterator().forEachRemaining(ahead::push);
            real = absolute.getRoot();
        }
        return Optional.empty();
    }

    private Optional<String> writers(Path path, Owner entry) {
        return strangers(path, entry)
                .or(() -> entry.may(OTHERS_WRITE)
                        ? Optional.of(path + " may be written by every user")
                        : Optional.empty())
                .or(() -> entry.may(GROUP_WRITES) && entry.group() != ROOT && entry.group() != user
                        ? Optional.of(path + " may be written by group " + entry.group())
                        : Optional.empty());
    }

    private Optional<String> strangers(Path path, Owner entry) {
        return entry.owner() == ROOT || entry.owner() == user
                ? Optional.empty()
                : Optional.of(path + " belongs to user " + entry.owner() + ", and this process runs as " + user);
    }

    private record Owner(int owner, int group, int mode) {
        /** Of the path itself, not of what a link leads to. */
        static Owner of(Path path) throws IOException {
            Map<String, Object> numbers = Files.readAttributes(path, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Owner(number(numbers, "uid"), number(numbers, "gid"), number(numbers, "mode"));
        }

        private static int number(Map<String, Object> numbers, String name) {
            return (int) Objects.requireNonNull(numbers.get(name));
        }

        boolean may(int bit) {
            return (mode & bit) != 0;
        }

        boolean isSticky() {
            return may(STICKY);
        }

        boolean isLink() {
            return (mode & TYPE) == LINK;
        }
    }

    /** Where there is no {@code /proc}, the owner of the home. */
    private static int user() {
        Path status = Path.of("/proc/self/status");
        try {
            if (!Files.exists(status)) {
                return Owner.of(Path.of(System.getProperty("user.home"))).owner();
            }
            try (Stream<String> lines = Files.lines(status)) {
                // The second of the four is the effective one, which new files belong to.
                return lines.filter(line -> line.startsWith("Uid:"))
                        .map(line -> Integer.parseUnsignedInt(line.split("\\s+", -1)[2]))
                        .findFirst()
                        .orElseThrow();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
