// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A square picture of the unit square as SVG, coloured by the classes of the page that it is on. */
final class Chart {
    private static final int LEFT = 46;
    private static final int TOP = 10;
    private static final int SIDE = 280;
    private static final int TICKS = 5;
    private static final List<Tick> EVEN = IntStream.rangeClosed(0, TICKS)
            .mapToObj(tick -> (double) tick / TICKS)
            .map(at -> new Tick(at, String.format(Locale.ROOT, "%.1f", at)))
            .toList();

    private final StringBuilder svg = new StringBuilder();

    /** A point of the unit square. */
    record Point(double x, double y) {}

    /**
     * A value that an axis names.
     *
     * @param at in the unit square
     */
    record Tick(double at, String text) {}

    /**
     * @param name what the picture shows, for readers who do not see it
     * @param across what is on the axis below
     * @param up what is on the axis to the left
     */
    Chart(String name, String across, String up) {
        this(name, across, EVEN, up, EVEN);
    }

    /** The same, with axes that name other values than 0 to 1. */
    Chart(String name, String across, List<Tick> acrossTicks, String up, List<Tick> upTicks) {
        add(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
                LEFT + SIDE + 14,
                TOP + SIDE + 44,
                name));
        for (Tick tick : upTicks) {
            double y = y(tick.at());
            add(String.format(Locale.ROOT, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, y, LEFT + SIDE));
            add(String.format(
                    Locale.ROOT,
                    "<text class=\"end\" x=\"%d\" y=\"%.1f\">%s</text>",
                    LEFT - 6,
                    y + 4,
                    Html.escaped(tick.text())));
        }
        for (Tick tick : acrossTicks) {
            add(String.format(
                    Locale.ROOT,
                    "<text class=\"middle\" x=\"%.1f\" y=\"%d\">%s</text>",
                    x(tick.at()),
                    TOP + SIDE + 16,
                    Html.escaped(tick.text())));
        }
        add(String.format(
                Locale.ROOT,
                "<text class=\"middle\" x=\"%d\" y=\"%d\">%s</text>",
                LEFT + SIDE / 2,
                TOP + SIDE + 36,
                across));
        int middle = TOP + SIDE / 2;
        add(String.format(
                Locale.ROOT,
                "<text class=\"middle\" transform=\"translate(12 %d) rotate(-90)\">%s</text>",
                middle,
                up));
    }

    /** Draws a line; {@code type} is the class that colours it. */
    Chart line(String type, List<Point> points) {
        String path = points.stream()
                .map(point -> String.format(Locale.ROOT, "%.1f %.1f", x(point.x()), y(point.y())))
                .collect(Collectors.joining("L", "M", ""));
        add(String.format(Locale.ROOT, "<path class=\"%s\" d=\"%s\"/>", type, path));
        return this;
    }

    /** Draws a bar from the axis below up to {@code height}. */
    Chart bar(String type, double from, double to, double height) {
        add(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                type,
                x(from) + 1,
                y(height),
                SIDE * (to - from) - 2,
                SIDE * height));
        return this;
    }

    /** Draws a dot with a text that appears under the pointer. */
    Chart dot(String type, Point at, String title) {
        add(String.format(
                Locale.ROOT,
                "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%s</title></circle>",
                type,
                x(at.x()),
                y(at.y()),
                title));
        return this;
    }

    String svg() {
        return svg + "</svg>\n";
    }

    private static double x(double value) {
        return LEFT + SIDE * value;
    }

    private static double y(double value) {
        return TOP + SIDE * (1 - value);
    }

    private void add(String element) {
        svg.append(element).append('\n');
    }
}
