package org.decisionservice.core.routing.language;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;
import org.decisionservice.api.State;

/** Prints what a call costs, warm, and the heap that the detector keeps: {@code scripts/language/evaluate.sh --time}. */
public final class DetectorTiming {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final long MEASURED_NANOS = 1_000_000_000;

    private static final String ENGLISH = "The courier left the box in the rain and the books inside are ruined, so I"
            + " would like a refund or a new set before the end of the month, whichever is faster for you. ";

    private static final String GERMAN = "Der Fahrer hat das Paket im Regen stehen lassen und die Bücher darin sind"
            + " hin, deshalb möchte ich bis Monatsende mein Geld zurück oder neue Bücher. ";

    private DetectorTiming() {}

    public static void main(String[] arguments) {
        PrintStream out = System.out;
        long before = heap();
        long start = System.nanoTime();
        EvidenceDetector detector = new EvidenceDetector();
        detector.prepare();
        out.printf("first call %d ms%n", (System.nanoTime() - start) / 1_000_000);
        out.printf("heap kept %.1f MB%n", (heap() - before) / 1e6);
        Map<String, String> texts = texts();
        texts.values().forEach(text -> measure(detector, text)); // warm on everything before anything counts
        texts.forEach((name, text) ->
                out.printf("%-34s %6d characters %9.1f µs%n", name, text.length(), measure(detector, text)));
    }

    private static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int length : new int[] {40, 200, 4_000}) {
            texts.put("English " + length, ENGLISH.repeat(30).substring(0, length));
            texts.put("German " + length, GERMAN.repeat(30).substring(0, length));
        }
        texts.put("5,000 English lines", "see below\n".repeat(5_000));
        texts.put(
                "5,000 English lines, 1 foreign",
                "see below\n".repeat(1_500) + "wo bleibt mein Paket\n" + "see below\n".repeat(3_500));
        texts.put("1,250 longer English lines", "please have a look at the log file below\n".repeat(1_220));
        texts.put("lines that are neither", "data kaxo in\n".repeat(3_850));
        for (int length : new int[] {25_000, 50_000}) {
            texts.put("one word " + length, "a".repeat(length));
            texts.put("dots " + length, ".".repeat(length));
            texts.put("combining marks " + length, "\u0301\u0323".repeat(length / 2));
            texts.put("joined " + length, "a.b@c/".repeat(length / 6));
            texts.put("apostrophes " + length, "a'".repeat(length / 2));
            texts.put("one-letter words " + length, "e ".repeat(length / 2));
            texts.put("line ends " + length, "\n".repeat(length));
            texts.put("one-letter lines " + length, "e\n".repeat(length / 2));
            texts.put("Cyrillic capitals in Latin " + length, "ab Ёж ".repeat(length / 6));
            texts.put("emoji " + length, "\uD83D\uDE00".repeat(length / 2));
        }
        return texts;
    }

    /** Microseconds of processor time that a call takes, the mean of a second: others may use the machine too. */
    private static double measure(EvidenceDetector detector, String text) {
        State state = new State.Text(text);
        long start = THREADS.getCurrentThreadCpuTime();
        long calls = 0;
        boolean english = false;
        while (THREADS.getCurrentThreadCpuTime() - start < MEASURED_NANOS) {
            english ^= detector.detect(state).english();
            calls++;
        }
        double micros = (THREADS.getCurrentThreadCpuTime() - start) / 1e3 / calls;
        return english ? micros : Math.max(micros, 0); // the verdict is used, so that no call can be left out
    }

    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
