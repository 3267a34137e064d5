// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.Locale;
import org.decisionservice.judging.metrics.RiskCoverage;
import org.decisionservice.judging.metrics.ThresholdSearch;

/** Says what labels promise that support no threshold for the accuracy that is wanted, and what would. */
final class Promise {
    private Promise() {}

    /** One sentence without a full stop. */
    static String instead(RiskCoverage curve, int labels, double wanted) {
        String most = ThresholdSearch.highest(curve)
                .filter(best -> best.bound() > 0)
                .map(best -> String.format(
                        Locale.ROOT,
                        "these labels can promise %s at most, %s (%.1f %% answered, %.1f %% of them right here)",
                        floor(best.bound()),
                        best.threshold() == 0
                                ? "of every answer"
                                : "with min_confidence " + TextReport.number(best.threshold()),
                        100 * best.point().coverage(),
                        100 * best.point().accuracy()))
                .orElse("these labels can promise nothing, because no answer is right");
        String more = ThresholdSearch.labelsFor(curve, wanted).stream()
                .mapToObj(all -> String.format(
                        Locale.ROOT, "about %,d more labels for %s", rounded(Math.max(1, all - labels)), share(wanted)))
                .findFirst()
                .orElse("for " + share(wanted)
                        + ", more labels do not help: even of the surest answers too few are right");
        return most + "; " + more;
    }

    /** A promise is never rounded up. */
    private static String floor(double share) {
        return String.format(Locale.ROOT, "%.1f %%", Math.floor(1000 * share) / 10);
    }

    private static String share(double wanted) {
        return TextReport.number(Math.round(1e6 * wanted) / 1e4) + " %";
    }

    /** An estimate has two digits that count. */
    private static int rounded(int labels) {
        int step = labels < 20 ? 1 : labels < 1000 ? 10 : 100;
        return Math.ceilDiv(labels, step) * step;
    }
}
