// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.decisionservice.api.Question;

/** The columns of a result: those of the dataset, one for each question, and {@code error}. */
record Columns(StructType schema) {
    /** The column with the reason why a row has no answers. */
    static final String ERROR = "error";

    /** The options of an answer that cannot be excluded, named as in its probabilities. */
    private static final String COVERAGE = "coverage";

    /** Holds the JSON text of the states meanwhile. */
    static final String DOCUMENT = "decisions: state";

    private static final DataType NUMBERS = DataTypes.createMapType(DataTypes.StringType, DataTypes.DoubleType, false);

    private static final StructType DETECTION = struct(
            field("script", DataTypes.StringType),
            field("script_profile", NUMBERS),
            field("language", DataTypes.StringType),
            field("is_english", DataTypes.BooleanType),
            field("language_undecided", DataTypes.BooleanType),
            field("diacritic_rate", DataTypes.DoubleType),
            field("non_latin_fraction", DataTypes.DoubleType),
            field("mixed_segment", DataTypes.StringType));

    private static final StructType ROUTING = struct(
            field("model", DataTypes.StringType),
            field("repo", DataTypes.StringType),
            field("reason", DataTypes.StringType),
            field("detection", DETECTION),
            field("workflow", DataTypes.StringType),
            // False or null: it is there only where it says something.
            field("language_supported", DataTypes.BooleanType));

    /**
     * The columns of the answers to {@code questions} about the rows of {@code before}.
     *
     * @param covered whether answers say which options cannot be excluded
     * @throws IllegalArgumentException if two columns would have the same name
     */
    static Columns of(StructType before, SequencedMap<String, Question> questions, boolean covered) {
        List<StructField> fields = new ArrayList<>(Arrays.asList(before.fields()));
        questions.forEach((id, question) -> add(fields, field(id, answer(question, covered))));
        add(fields, field(ERROR, DataTypes.StringType));
        return new Columns(DataTypes.createStructType(fields));
    }

    private static void add(List<StructField> fields, StructField added) {
        for (StructField field : fields) {
            // Spark's names are the same in any letter case unless it is told otherwise.
            if (field.name().equalsIgnoreCase(added.name())) {
                throw new IllegalArgumentException("there would be two columns '" + field.name() + "' and '"
                        + added.name() + "'; rename the column or the question");
            }
        }
        fields.add(added);
    }

    /**
     * The column of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static StructField require(StructType schema, String name) {
        return Arrays.stream(schema.fields())
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no column '" + name + "'; the dataset has "
                        + String.join(", ", schema.fieldNames())));
    }

    /** A name as Spark takes it for a column with any characters. */
    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static StructType answer(Question question, boolean covered) {
        DataType type = switch (question) {
            case Question.Choice _ -> DataTypes.StringType;
            case Question.Score _, Question.Noul _ -> DataTypes.DoubleType;
        };
        StructType answer = struct(
                field("answer", type),
                field("probabilities", NUMBERS),
                field("confidence", DataTypes.DoubleType),
                field("answer_confidence", DataTypes.DoubleType),
                field("act_probability", DataTypes.DoubleType),
                field("abstention", DataTypes.StringType),
                field("truncated", DataTypes.BooleanType),
                field("routing", ROUTING));
        return covered ? answer.add(COVERAGE, DataTypes.createArrayType(DataTypes.StringType, false)) : answer;
    }

    private static StructType struct(StructField... fields) {
        return DataTypes.createStructType(fields);
    }

    private static StructField field(String name, DataType type) {
        return DataTypes.createStructField(name, type, true);
    }
}
