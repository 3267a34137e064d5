// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.util.List;
import java.util.stream.Stream;

/**
 * Selects the files of a repository that make up a checkpoint. A repository may hold several checkpoints, and other
 * files.
 */
final class CheckpointFiles {
    /** A checkpoint must have all of these. */
    static final List<String> REQUIRED = List.of(
            "rl_agent_config.json",
            "encoder/config.json",
            "tokenizer/tokenizer.json",
            "tokenizer/tokenizer_config.json",
            "model.safetensors");

    private static final String TOKENIZER = "tokenizer/";

    /** A generous limit: a tokenizer comes with a handful of files. */
    private static final int MOST_BESIDE = 50;

    private CheckpointFiles() {}

    /**
     * The paths in the repository to fetch: the required files, then any other files next to the tokenizer.
     *
     * @param listed every path of the repository
     * @throws HubException naming the first required file that the repository lacks
     */
    static List<String> of(RepoFolder place, String commit, List<String> listed) {
        List<String> required = REQUIRED.stream().map(place::path).toList();
        for (String path : required) {
            if (!listed.contains(path)) {
                throw new HubException(
                        HubException.Kind.UNKNOWN,
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
     * Whether a name listed by the hub is a plain file name. It becomes a path on this machine, so it must not lead
     * elsewhere.
     */
    private static boolean isFileName(String name) {
        return !name.isEmpty()
                && !name.startsWith(".")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ');
    }
}
