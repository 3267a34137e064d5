// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.decisionservice.core.text.Printable;
import org.decisionservice.host.ConfigurationException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * Checks that a configuration file has the shape of one before anything is built from it: sections of settings. YAML
 * can also hold itself, or grow without bound when it is built, or name a setting twice, of which one would silently
 * count.
 */
final class YamlShape {
    /** A section, a setting, and a list of its values, with room to spare. */
    private static final int DEEPEST = 8;

    /** A collection around an event: the names given so far in a mapping, and whether a name comes next. */
    private static final class Open {
        private final boolean mapping;
        private final Set<String> names = new HashSet<>();
        private boolean name = true;

        private Open(boolean mapping) {
            this.mapping = mapping;
        }
    }

    private final Deque<Open> open = new ArrayDeque<>();
    private int documents;

    private YamlShape() {}

    /**
     * Checks {@code text}.
     *
     * @throws ConfigurationException beginning with {@code file}, and naming the line
     */
    static void check(String file, String text) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        YamlShape shape = new YamlShape();
        try {
            for (Event event : new Yaml(options).parse(new StringReader(text))) {
                String problem = shape.next(event);
                if (!problem.isEmpty()) {
                    throw refused(file, problem, event.getStartMark());
                }
            }
        } catch (MarkedYAMLException e) {
            throw refused(file, "it is no YAML: " + e.getProblem(), e.getProblemMark());
        } catch (YAMLException e) {
            throw new ConfigurationException(
                    file + " cannot be read as YAML: " + Values.quoted(String.valueOf(e.getMessage())));
        }
    }

    private static ConfigurationException refused(String file, String problem, Mark mark) {
        return new ConfigurationException(
                file + " cannot be read as YAML: line " + (mark.getLine() + 1) + ": " + Printable.joinLines(problem));
    }

    /** Returns what is wrong with the next event; empty if nothing is. */
    private String next(Event event) {
        return switch (event) {
            case DocumentStartEvent _ -> ++documents > 1 ? "a second document begins; write everything into one" : "";
            case AliasEvent alias -> "the alias *" + alias.getAnchor() + " is not read; write the value itself";
            case CollectionStartEvent start -> begin(start);
            case CollectionEndEvent _ -> {
                open.pop();
                yield "";
            }
            case ScalarEvent scalar -> scalar(scalar.getValue());
            default -> "";
        };
    }

    private String begin(CollectionStartEvent start) {
        boolean mapping = start instanceof MappingStartEvent;
        if (open.isEmpty() && !mapping) {
            return "a list cannot be the whole file; it takes sections such as listen: with settings in them";
        }
        if (!open.isEmpty() && !turn(open.peek())) {
            return "a list or a section cannot be the name of a setting";
        }
        open.push(new Open(mapping));
        return open.size() > DEEPEST ? "values are nested more than " + DEEPEST + " levels deep" : "";
    }

    private String scalar(String text) {
        Open around = open.peek();
        if (around == null) {
            return text.isEmpty() ? "" : "a value cannot be the whole file; it takes sections such as listen:";
        }
        if (!turn(around)) {
            return around.names.add(text) ? "" : Values.quoted(text) + " is given twice; remove one";
        }
        // With a variable for a setting below it, the value would be passed over without a word.
        return open.size() > 1 || text.isEmpty()
                ? ""
                : "the value " + Values.quoted(text) + " stands where a section belongs; write settings below its name";
    }

    /** Takes turns between names and values; returns whether a value comes now. */
    private static boolean turn(Open around) {
        if (!around.mapping) {
            return true;
        }
        around.name = !around.name;
        return around.name;
    }
}
