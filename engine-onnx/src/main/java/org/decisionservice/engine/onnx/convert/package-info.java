/**
 * Makes 16-bit weights from those in the checkpoint's file, where that has them in another type.
 *
 * <p>A graph asks {@link org.decisionservice.engine.onnx.convert.Conversions} for every weight that it needs in another
 * type than the file's, and they are converted once the graph is written. So nothing is converted in a pass, and a
 * device holds no weight twice.
 */
@NullMarked
package org.decisionservice.engine.onnx.convert;

import org.jspecify.annotations.NullMarked;
