package org.decisionservice.server.checkpoints;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.config.Settings;

/** The checkpoints of a deployment, by name. Immutable. */
public final class CheckpointCatalogue {
    private final Map<CheckpointName, ServedCheckpoint> byName;
    private final boolean routed;

    private CheckpointCatalogue(Map<CheckpointName, ServedCheckpoint> byName, boolean routed) {
        this.byName = byName;
        this.routed = routed;
    }

    /**
     * Finds the directories of {@code source}; none of their files is read yet.
     *
     * @param starter directory of the bundled checkpoint
     * @throws ConfigurationException where a directory that is needed is not there
     */
    public static CheckpointCatalogue of(Settings.Source source, Path starter) {
        return switch (source) {
            case Settings.Starter() -> starter(starter);
            case Settings.Directory(Path path) -> directory(path);
            case Settings.Local(Path path) ->
                shared(new ServedCheckpoint(List.of("local"), path, Optional.of("local")), false);
        };
    }

    private static CheckpointCatalogue starter(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new ConfigurationException("SERVICE_CHECKPOINTS: the bundled starter checkpoint is missing at "
                    + directory + "; name a directory of checkpoints, or build the service again");
        }
        List<String> all = Arrays.stream(CheckpointName.values())
                .map(CheckpointName::wireName)
                .toList();
        return shared(new ServedCheckpoint(all, directory, Optional.empty()), true);
    }

    private static CheckpointCatalogue shared(ServedCheckpoint checkpoint, boolean routed) {
        Map<CheckpointName, ServedCheckpoint> byName = new EnumMap<>(CheckpointName.class);
        for (CheckpointName name : CheckpointName.values()) {
            byName.put(name, checkpoint);
        }
        return new CheckpointCatalogue(byName, routed);
    }

    private static CheckpointCatalogue directory(Path directory) {
        String source = Optional.ofNullable(
                        directory.toAbsolutePath().normalize().getFileName())
                .map(last -> last + "/")
                .orElse("");
        Map<CheckpointName, ServedCheckpoint> byName = new EnumMap<>(CheckpointName.class);
        for (CheckpointName name : CheckpointName.values()) {
            Path own = directory.resolve(name.wireName());
            if (Files.isDirectory(own)) {
                byName.put(name, new ServedCheckpoint(List.of(name.wireName()), own, Optional.of(source + name)));
            }
        }
        if (byName.isEmpty()) {
            throw new ConfigurationException("SERVICE_CHECKPOINTS: " + directory
                    + " holds none of english/, multilingual/, typed-decisions/; it takes starter or a directory with"
                    + " at least one of them");
        }
        return new CheckpointCatalogue(byName, true);
    }

    public Optional<ServedCheckpoint> find(CheckpointName name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The names that are served, joined for a sentence. */
    public String served() {
        return byName.keySet().stream().map(CheckpointName::wireName).collect(Collectors.joining(", "));
    }

    /** Whether answers say which checkpoint was chosen: false where one local checkpoint answers everything. */
    public boolean routed() {
        return routed;
    }

    /** Every checkpoint once, in the order of their names. */
    public SequencedSet<ServedCheckpoint> all() {
        return new LinkedHashSet<>(byName.values());
    }

    /**
     * The checkpoint that the configuration asks for by name.
     *
     * @param variable the setting that names it
     * @throws ConfigurationException naming the variable where that checkpoint is not served
     */
    public ServedCheckpoint require(CheckpointName name, String variable) {
        return find(name)
                .orElseThrow(() -> new ConfigurationException(variable + ": " + name
                        + " is not among the checkpoints of SERVICE_CHECKPOINTS; it takes one of: " + served()));
    }
}
