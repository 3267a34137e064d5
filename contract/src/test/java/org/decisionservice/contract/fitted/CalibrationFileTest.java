// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.fitted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.Scaling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationFileTest {
    @TempDir
    private Path dir;

    private CalibrationFile read(String json) throws IOException {
        return CalibrationFile.read(Files.writeString(dir.resolve("calibration.json"), json));
    }

    @Test
    void upstreamsFileMeansWhatItMeansThere() throws Exception {
        CalibrationFile file = read("""
            {"version": 2, "temperature": [1.5, 2, 9], "temperature_by_options": {"choice:3-5": 0.7},
             "model_id_or_path": "x", "subfolder": null, "config": {},
             "binning_map": {"choice:2": {"bins": 2, "values": [0.4, 0.8]}}}\
            """);
        Temperatures temperatures = file.calibration().temperatures();
        assertThat(temperatures.of(QuestionType.CHOICE, 4)).isEqualTo(0.7);
        assertThat(temperatures.of(QuestionType.CHOICE, 2)).isEqualTo(1.5);
        assertThat(temperatures.of(QuestionType.NOUL, 2)).isEqualTo(5);
        assertThat(file.checkpoint()).isEmpty();
        assertThat(file.calibration().binnings()).containsOnlyKeys("choice:2");
    }

    @Test
    void valuesOutOfBoundsAreReplacedAndSaid() throws Exception {
        CalibrationFile file = read("""
            {"temperature": [0, -3, "2"], "temperature_by_options": {"choice:3-5": 1e300},
             "noul": {"temperature": 1e6, "bias": -40}, "questions": {"0123456789abcdef": {"temperature": 0.01}},
             "lang_temperatures": {"de": {"temperature": [1, 1, 7]}}}\
            """);
        assertThat(file.replaced())
                .containsExactlyInAnyOrder(
                        "temperature[0] is 0.0, outside 0.5 to 5.0: 0.5 is used",
                        "temperature[1] is -3.0, outside 0.5 to 5.0: 0.5 is used",
                        "temperature[2] is not a number: 1.0 is used",
                        "temperature_by_options[\"choice:3-5\"] is 1.0E300, outside 0.5 to 5.0: 5.0 is used",
                        "noul.temperature is 1000000.0, outside 0.5 to 100.0: 100.0 is used",
                        "noul.bias is -40.0, outside -8.0 to 8.0: -8.0 is used",
                        "questions.0123456789abcdef.temperature is 0.01, outside 0.5 to 100.0: 0.5 is used",
                        "lang_temperatures.de: temperature[2] is 7.0, outside 0.5 to 5.0: 5.0 is used");
        assertThat(file.calibration().noul()).contains(new Scaling(100, -8));
        assertThat(read("{\"temperature\": [1, 0.5, 5], \"noul\": {\"temperature\": 100, \"bias\": 8}}")
                        .replaced())
                .isEmpty();
    }

    @Test
    void aLanguageHasTemperaturesOfItsOwn() throws Exception {
        Calibration calibration = read("""
            {"temperature": [1.5, 2, 3], "temperature_by_options": {"choice:3-5": 0.7},
             "binning_map": {"choice:2": {"bins": 1, "values": [0.4]}},
             "questions": {"0123456789abcdef": {"temperature": 1.7}}, "lang_temperatures": {
             "de-AT": {"temperature": [1.1, 1.2, 9], "temperature_by_options": {"score:2": 4}},
             "fr": {"temperature_by_options": {"choice:2": 4}}, "it": null}}\
            """).calibration();
        Temperatures german = calibration.in("de").temperatures();
        assertThat(german.of(QuestionType.CHOICE, 4)).isEqualTo(1.1);
        assertThat(german.of(QuestionType.SCORE, 2)).isEqualTo(4);
        assertThat(german.of(QuestionType.NOUL, 2)).isEqualTo(5);
        assertThat(calibration.in("de").binnings()).isEmpty();
        assertThat(calibration.in("de").byWording()).containsOnlyKeys("0123456789abcdef");
        Temperatures french = calibration.in("fr").temperatures();
        assertThat(french.of(QuestionType.CHOICE, 2)).isEqualTo(4);
        assertThat(french.of(QuestionType.CHOICE, 4)).isEqualTo(1.5);
        assertThat(calibration.in("it").temperatures().of(QuestionType.SCORE, 3))
                .isEqualTo(2);
        assertThat(calibration.in("en")).isSameAs(calibration);
    }

    /** Rows that were answered without the language's own temperatures tell nothing about answers by them. */
    @Test
    void heldOutRowsCountUnlessALanguageHasItsOwnTemperatures() throws Exception {
        Calibration calibration = read("""
            {"temperature": [1, 1, 1], "held_out": {"0123456789abcdef": [0.5, 0.25, 1]},
             "lang_temperatures": {"de": {"temperature": [2, 2, 2]}}}\
            """).calibration();
        assertThat(calibration.heldOut()).containsOnlyKeys("0123456789abcdef");
        assertThat(calibration.in("fr").heldOut()).containsOnlyKeys("0123456789abcdef");
        assertThat(calibration.in("de").heldOut()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{}",
                "{\"temperature\": [1, 2]}",
                "{\"temperature\": [1, 1, 1], \"temperature_by_options\": []}",
                "{\"temperature\": [1, 1, 1], \"noul\": {\"temperature\": 0}}",
                "{\"temperature\": [1, 1, 1], \"binning_map\": {\"choice:2\": {\"bins\": 2, \"values\": [0.1]}}}",
                "{\"temperature\": [1, 1, 1], \"binning_map\": {\"choice:2\": {\"bins\": 1, \"values\": [1.1]}}}",
                "{\"temperature\": [1, 1, 1], \"lang_temperatures\": {\"de\": 2}}",
                "{\"temperature\": [1, 1, 1], \"held_out\": {\"0123456789abcdef\": 0.5}}",
                "{\"temperature\": [1, 1, 1], \"held_out\": {\"0123456789abcdef\": [0.5, 1.5]}}",
                "{\"temperature\": [1, 1, 1], \"held_out\": {\"0123456789abcdef\": [\"0.5\"]}}",
                "{\"temperature\": [1, 1, 1], \"lang_temperatures\": {\"de\": {\"temperature\": 2}}}",
                "{\"temperature\"",
                "{\"version\": 3, \"temperature\": [1, 1, 1]}",
                "{\"version\": [1], \"temperature\": [1, 1, 1]}",
                "{\"temperature\": [1, 1, 1], \"temperature\": [2, 2, 2]}"
            })
    void anythingElseIsRefusedInOneLine(String json) {
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read(json))
                .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("\n"));
    }

    /** It would be passed over without a word, and answers would be calibrated by half. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "\"temperatur_by_options\": {}                              | 'temperatur_by_options' is no member"
                        + " that is read; it takes",
                "\"temperature_by_options\": {\"choice:3-6\": 1}            | 'temperature_by_options.choice:3-6' is"
                        + " no member",
                "\"binning_map\": {\"noul\": {\"bins\": 1, \"values\": [1]}} | 'binning_map.noul' is no member that is"
                        + " read",
                "\"binning_map\": {\"noul:2\": {\"bins\": 1, \"values\": [1], \"value\": 1}} |"
                        + " 'binning_map.noul:2.value' is",
                "\"noul\": {\"temperature\": 1, \"bais\": 0.5}              | 'noul.bais' is no member that is read;"
                        + " 'noul' takes bias,",
                "\"questions\": {\"01\": {\"temperature\": 1, \"b\": 1}}    | 'questions.01.b' is no member that is"
                        + " read",
                "\"lang_temperatures\": {\"de\": {\"temperatures\": []}}    | 'lang_temperatures.de.temperatures' is"
                        + " no member",
                "\"version\": 3 | its 'version' is '3', and this program reads version 1 and 2"
            })
    void whatNobodyReadsIsNamed(String member, String complaint) {
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read("{\"temperature\": [1, 1, 1], " + member + "}"))
                .withMessageContaining(complaint);
    }

    /** What the function behind upstream's files returns may be saved as a whole. */
    @Test
    void upstreamsOwnMembersAreRead() throws Exception {
        assertThat(read("""
            {"version": null, "temperature": [NaN, 1, 1], "temperature_by_options": null, "n_by_bucket": {"choice:2": 30},
             "temperature_clamped": {}, "report": {"n": 30}}\
            """).replaced()).containsExactly("temperature[0] is not a number: 1.0 is used");
    }

    /** Sizes are those of a file that was written by nobody, and the heap would not hold its values. */
    @Test
    void aFileOfBracketsIsRefusedBeforeItIsATree() {
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read("{\"temperature\": [" + "[],".repeat(2_000_000) + "[]]}"))
                .withMessageContaining("of at most 1048576 values");
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read(" ".repeat((8 << 20) + 1)))
                .withMessage("it cannot be read: it is larger than 8388608 bytes, which no file of its kind needs");
    }
}
