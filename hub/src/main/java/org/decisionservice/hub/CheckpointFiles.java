// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.util.List;
import java.util.stream.Stream;

/** Which files of a repository make a checkpoint; a repository may hold several, and much else. */
final class CheckpointFiles {
    /** Without one of these there is no checkpoint. */
    static final List<String> REQUIRED = List.of(
            "rl_agent_config.json",
            "encoder/config.json",
            "tokenizer/tokenizer.json",
            "tokenizer/tokenizer_config.json",
            "model.safetensors");

    private static final String TOKENIZER = "tokenizer/";

    /** Tokenizers come with a handful of files. */
    private static final int MOST_BESIDE = 50;

    private CheckpointFiles() {}

    /**
     * The paths to fetch, inside the repository: what is required, then whatever else lies beside the tokenizer.
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

    /** What the hub lists becomes a path on this machine: one plain name, nothing that leads elsewhere. */
    private static boolean isFileName(String name) {
        return !name.isEmpty()
                && !name.startsWith(".")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ');
    }
}
