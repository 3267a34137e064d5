// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Selects the files of a repository that make up a checkpoint. A repository may hold several checkpoints, and other
 * files.
 */
final class CheckpointFiles {
    private static final String WEIGHTS = "model.safetensors";
    private static final String INDEX = WEIGHTS + ".index.json";

    /** A checkpoint must have all of these; its weights may be several files beside an index. */
    static final List<String> REQUIRED = inFolders("rl_agent_config.json");

    /** By the file that tells each from those before it: what checkpoints of other families must have. */
    private static final SequencedMap<String, List<String>> OTHERS = others();

    /** One of the files of large weights, as upstream's libraries name them. */
    private static final Pattern PART = Pattern.compile("model-\\d{5}-of-(\\d{5})\\.safetensors");

    private static final String TOKENIZER = "tokenizer/";

    /** A generous limit: a tokenizer comes with a handful of files. */
    private static final int MOST_BESIDE = 50;

    private static final int MOST_PARTS = 1_000;

    private CheckpointFiles() {}

    private static List<String> inFolders(String config) {
        return List.of(
                config, "encoder/config.json", "tokenizer/tokenizer.json", "tokenizer/tokenizer_config.json", WEIGHTS);
    }

    private static SequencedMap<String, List<String>> others() {
        SequencedMap<String, List<String>> others = new LinkedHashMap<>();
        others.put("julia_config.json", inFolders("julia_config.json"));
        others.put("head.safetensors", List.of("config.json", "tokenizer.json", "head.safetensors", WEIGHTS));
        others.put("config.json", inFolders("config.json"));
        return others;
    }

    /**
     * The paths in the repository to fetch: the required files, then any other files next to the tokenizer.
     *
     * @param listed every path of the repository
     * @throws HubException naming the first required file that the repository lacks
     */
    static List<String> of(RepoFolder place, String commit, List<String> listed) {
        String root = place.path("");
        List<String> there = listed.stream()
                .filter(path -> path.startsWith(root))
                .map(path -> path.substring(root.length()))
                .toList();
        List<String> required = required(there).stream().map(place::path).toList();
        for (String path : required) {
            if (!listed.contains(path)) {
                throw new HubException(
                        HubException.Reason.UNKNOWN,
                        "the hub's repository " + place.repo() + " has no " + path + " at commit " + commit
                                + "; name a repository, folder and revision that hold a checkpoint");
            }
        }
        String folder = place.path(TOKENIZER);
        Stream<String> others = listed.stream()
                .filter(path -> path.startsWith(folder) && !required.contains(path))
                .filter(path -> isFileName(path.substring(folder.length())))
                .limit(MOST_BESIDE);
        return Stream.concat(required.stream(), others).toList();
    }

    /**
     * The files that a checkpoint must have.
     *
     * @param there files of its folder
     */
    static List<String> required(Collection<String> there) {
        List<String> required = new ArrayList<>(REQUIRED);
        if (!there.contains(REQUIRED.getFirst())) {
            OTHERS.entrySet().stream()
                    .filter(other -> there.contains(other.getKey()))
                    .findFirst()
                    .ifPresent(other -> {
                        required.clear();
                        required.addAll(other.getValue());
                    });
        }
        OptionalInt parts = there.stream()
                .map(PART::matcher)
                .filter(Matcher::matches)
                .mapToInt(part -> Integer.parseInt(part.group(1)))
                .findFirst();
        if (there.contains(WEIGHTS) || !there.contains(INDEX) || parts.isEmpty()) {
            return required;
        }
        required.remove(WEIGHTS);
        required.add(INDEX);
        for (int part = 1; part <= Math.min(parts.getAsInt(), MOST_PARTS); part++) {
            required.add(String.format(Locale.ROOT, "model-%05d-of-%05d.safetensors", part, parts.getAsInt()));
        }
        return required;
    }

    /**
     * Whether a name listed by the hub is a plain file name. It becomes a path on this machine, so it must not lead
     * elsewhere.
     */
    private static boolean isFileName(String name) {
        return !name.isEmpty()
                && !name.startsWith(".")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ');
    }
}
