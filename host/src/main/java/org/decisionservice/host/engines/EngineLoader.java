// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sees what the service has and then, folder by folder, what the engines have. It finds engines and is the context
 * class loader, through which libraries look for their parts. The classes themselves are those of their folder's
 * loader, which sees no other folder: two engines may bring the same library in different versions.
 */
final class EngineLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final List<URLClassLoader> folders;

    /** @param folders loaders whose parent is {@code parent} */
    EngineLoader(List<URLClassLoader> folders, ClassLoader parent) {
        super("engines", parent);
        this.folders = List.copyOf(folders);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        for (ClassLoader folder : folders) {
            try {
                return folder.loadClass(name);
            } catch (ClassNotFoundException _) {
                // It may be in the next folder.
            }
        }
        throw new ClassNotFoundException(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        for (URLClassLoader folder : folders) {
            Optional<URL> found = Optional.ofNullable(folder.findResource(name));
            if (found.isPresent()) {
                return found.get();
            }
        }
        return null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        List<URL> found = new ArrayList<>();
        for (URLClassLoader folder : folders) {
            found.addAll(Collections.list(folder.findResources(name)));
        }
        return Collections.enumeration(found);
    }
}
