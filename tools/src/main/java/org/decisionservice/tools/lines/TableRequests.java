// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.nio.file.Path;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.tools.labelled.TableFile;

/** The rows of a table as requests; of a row with a blank state the line is blank. */
public record TableRequests(TableFile table, String digest) implements Requests {
    public static TableRequests of(Path file, TableFile table) {
        return new TableRequests(table, WeightsDigest.sha256(file));
    }

    @Override
    public long lines() {
        return table.rows();
    }

    @Override
    public Reading open() {
        TableFile.Asked rows = table.open();
        return new Reading() {
            private long number;

            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public Line next() {
                byte[] body = rows.next().bodyUnlessBlank().orElse(new byte[0]);
                return new Line(++number, body.length, body);
            }

            @Override
            public void close() {
                rows.close();
            }
        };
    }
}
