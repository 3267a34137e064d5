/** The house rules that a compiler does not know, checked on the compiled classes of every module. */
@NullMarked
package org.decisionservice.server.architecture;

import org.jspecify.annotations.NullMarked;
