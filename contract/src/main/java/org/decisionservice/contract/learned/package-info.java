/**
 * Files of what labels taught about single questions, as {@code ./serve learn} writes them and {@code SERVICE_FITTED}
 * reads them. They are safetensors files, which every numerical tool reads.
 */
@NullMarked
package org.decisionservice.contract.learned;

import org.jspecify.annotations.NullMarked;
