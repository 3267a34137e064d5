/** Architecture rules that a compiler does not check, verified on the compiled classes of every module. */
@NullMarked
package org.decisionservice.server.architecture;

import org.jspecify.annotations.NullMarked;
