/** The benchmarks of what the server keeps to its own package: reading requests, writing answers. */
@NullMarked
package org.decisionservice.server.http;

import org.jspecify.annotations.NullMarked;
