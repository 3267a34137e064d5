// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import io.helidon.config.Config;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.FileNames;

/** Reads one setting at a time, and returns a typed value or reports what is wrong with it. */
final class Values {
    private static final Set<String> YES = Set.of("1", "true", "yes", "on");
    private static final Set<String> NO = Set.of("0", "false", "no", "off");
    private static final BigDecimal LONGEST_SECONDS =
            BigDecimal.valueOf(Duration.ofDays(365).toSeconds());
    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);
    private static final int SHOWN_CHARACTERS = 80;

    /** Takes the place of bytes that are no text. */
    private static final char UNREADABLE = '\uFFFD';

    private final Config config;
    /** Values that are read instead of those configured; blank means unset. */
    private final Map<Setting, String> instead;

    Values(Config config) {
        this(config, Map.of());
    }

    private Values(Config config, Map<Setting, String> instead) {
        this.config = config;
        this.instead = Map.copyOf(instead);
    }

    /** The same with other values of some settings; blank means unset. */
    Values with(Map<Setting, String> others) {
        return new Values(config, others);
    }

    /** Whether {@link #with} gave another value of {@code setting}. */
    boolean replaces(Setting setting) {
        return instead.containsKey(setting);
    }

    /** Returns the text as configured, without surrounding space; blank means unset. */
    Optional<String> text(Setting setting) {
        Optional<String> value = Optional.ofNullable(instead.get(setting)).or(() -> configured(setting.key()));
        return readable(setting.variable(), value);
    }

    /** The name of the file that holds {@code secret}; blank means unset. */
    Optional<String> file(Setting secret) {
        return readable(secret.fileVariable(), configured(secret.fileKey()));
    }

    private Optional<String> configured(String key) {
        Config node = config.get(key);
        return node.isList()
                ? node.asList(String.class).map(items -> String.join(",", items))
                : node.asString().asOptional();
    }

    /** No message shows the value, which may be a secret. */
    private static Optional<String> readable(String variable, Optional<String> configured) {
        Optional<String> stripped = configured.map(String::strip).filter(s -> !s.isEmpty());
        String value = stripped.orElse("");
        if (value.indexOf(UNREADABLE) >= 0) {
            throw new ConfigurationException(variable
                    + ": it holds a byte that is not UTF-8, or a letter that this Java cannot read; write it in UTF-8,"
                    + " and start the service with LC_ALL=C.UTF-8");
        }
        return stripped;
    }

    boolean flag(Setting setting) {
        return read(setting, "1, true, yes or on, or 0, false, no or off", Values::truth)
                .orElseThrow();
    }

    /** Whether {@code text} is a word for true; empty if it is none for false either. */
    static Optional<Boolean> truth(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        return YES.contains(word) ? Optional.of(true) : NO.contains(word) ? Optional.of(false) : Optional.empty();
    }

    int whole(Setting setting, int least, int most) {
        return limit(setting, least, most).orElseThrow();
    }

    /** Reads a whole number that may be unset. */
    OptionalInt limit(Setting setting, int least, int most) {
        refuseServiceLink(setting);
        return read(setting, "a whole number from " + least + " to " + most, text -> whole(text, least, most))
                .map(OptionalInt::of)
                .orElseGet(OptionalInt::empty);
    }

    /** The whole number that {@code text} is; empty if it is none within the bounds. */
    static Optional<Integer> whole(String text, int least, int most) {
        return digits(text).filter(n -> n >= least && n <= most);
    }

    /** Kubernetes sets variables for every Service, and those of a Service named "service" are called as ours. */
    void refuseServiceLink(Setting setting) {
        text(setting).filter(text -> text.startsWith("tcp://")).ifPresent(text -> {
            throw new ConfigurationException(setting.variable() + ": " + quoted(text)
                    + " is not a port: Kubernetes sets this variable in a pod because of a Service of that name; set"
                    + " enableServiceLinks: false in the pod's specification, or rename the Service");
        });
    }

    /** A path that this Java would read as another one, or cannot look at. */
    private static final class Unnamable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Unnamable(String message) {
            super(message);
        }
    }

    /** The path that {@code text} is; empty if it can be none. */
    static Optional<Path> path(String text) {
        if (!FileNames.permit(text)) {
            throw new Unnamable(FileNames.explain(text));
        }
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    /** The same for what is to be read, and is in no folder that cannot be entered. */
    static Optional<Path> readable(String text) {
        Optional<Path> path = path(text);
        path.flatMap(RegularFile::hidden).ifPresent(why -> {
            throw new Unnamable(quoted(text) + " cannot be read: " + why);
        });
        return path;
    }

    /** Reads a duration in seconds, which may have a fraction. */
    Duration seconds(Setting setting, boolean zeroTaken) {
        String takes = "a number of seconds, " + (zeroTaken ? "0 or more" : "more than 0") + ", such as 10 or 2.5";
        return read(
                        setting,
                        takes,
                        text -> decimal(text)
                                .filter(n -> n.signum() >= (zeroTaken ? 0 : 1) && n.compareTo(LONGEST_SECONDS) <= 0)
                                .map(n -> Duration.ofMillis(n.multiply(MILLIS).longValue())))
                .orElseThrow();
    }

    /** Reads a number with a fraction, within bounds. */
    Optional<Double> fraction(Setting setting, double least, double most) {
        return read(
                setting,
                "a number from " + least + " to " + most,
                text -> decimal(text).map(BigDecimal::doubleValue).filter(n -> n >= least && n <= most));
    }

    /** A number above 0 and at most 1; empty if {@code text} is none. */
    static Optional<Double> share(String text) {
        return decimal(text).map(BigDecimal::doubleValue).filter(n -> n > 0 && n <= 1);
    }

    /** Reads a setting as {@link #read}; empty also if it is {@code none}. */
    <T> Optional<T> unless(String none, Setting setting, String takes, Function<String, Optional<T>> reader) {
        return orDefault(setting).filter(none::equalsIgnoreCase).isPresent()
                ? Optional.empty()
                : read(setting, none + ", " + takes, reader);
    }

    private Optional<String> orDefault(Setting setting) {
        return text(setting).or(() -> setting.row().value());
    }

    /**
     * Reads a setting with {@code reader}, which returns empty if the text is not a permitted value. What is unset has
     * the value of the shipped file; empty if that has none either.
     */
    <T> Optional<T> read(Setting setting, String takes, Function<String, Optional<T>> reader) {
        return orDefault(setting)
                .map(text -> required(
                        setting.variable(),
                        () -> reader.apply(text),
                        " (" + setting.key() + "): " + quoted(text) + " cannot be used; it takes " + takes));
    }

    /**
     * What {@code value} is.
     *
     * @param otherwise follows the variable's name in the message if it is nothing
     */
    static <T> T required(String variable, Supplier<Optional<T>> value, String otherwise) {
        try {
            return value.get().orElseThrow(() -> new ConfigurationException(variable + otherwise));
        } catch (Unnamable e) {
            throw new ConfigurationException(variable + ": " + e.getMessage());
        }
    }

    /** Quotes {@code text} on one line, shortened, and without the password or the query of an address. */
    static String quoted(String text) {
        return "'" + shown(text) + "'";
    }

    /** The same without quotes. */
    static String shown(String text) {
        String shown = Masked.of(text);
        StringBuilder out = new StringBuilder();
        shown.codePoints()
                .limit(SHOWN_CHARACTERS)
                .forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
        return out.append(shown.codePointCount(0, shown.length()) > SHOWN_CHARACTERS ? "…" : "")
                .toString();
    }

    private static Optional<Integer> digits(String text) {
        if (text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        return Optional.of(Integer.parseInt(text));
    }

    private static Optional<BigDecimal> decimal(String text) {
        if (text.length() > 20 || !text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
