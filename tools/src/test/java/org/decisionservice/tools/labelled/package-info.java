/** Tests of files with labels. */
@NullMarked
package org.decisionservice.tools.labelled;

import org.jspecify.annotations.NullMarked;
