// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import opennlp.tools.langdetect.LanguageDetectorModel;
import opennlp.tools.ml.model.AbstractModel;
import opennlp.tools.ml.model.Context;

/**
 * Extracts from Apache OpenNLP's language detection model the part that Latin text can use: a fifth of its character
 * runs and half of its languages. The rest of the model is left to the garbage collector.
 */
final class NgramModelReader {
    /** The model's codes (ISO 639-3) of languages in Latin script, each with the code that clients know. */
    private static final Map<String, String> COMMON = codes("""
            afr af aze az bos bs cat ca ces cs cym cy dan da deu de ekk et eng en epo eo est et eus eu fin fi fra fr
            gle ga glg gl hrv hr hun hu ind id isl is ita it lav lv lit lt lvs lv msa ms nld nl nno nn nob nb pol pl
            por pt ron ro slk sk slv sl spa es sqi sq swa sw swe sv tgl tl tur tr uzb uz vie vi""");

    /** The same for languages that the model finds in short texts far more often than people actually write them. */
    private static final Map<String, String> RARE = codes("""
            ast ast bre br ceb ceb fao fo fry fy gsw gsw jav jv lat la lim li ltz lb min min mlt mt mri mi nan nan
            nds nds oci oc plt mg som so sun su vol vo war war zul zu""");

    /** Log-likelihood per letter; see docs/adr/0002-language-evidence.md. */
    private static final float RARE_HANDICAP = 0.008f;

    private NgramModelReader() {}

    static NgramModel read(InputStream in) throws IOException {
        AbstractModel model = (AbstractModel) new LanguageDetectorModel(in).getMaxentModel();
        List<String> languages = new ArrayList<>();
        float[] handicaps = new float[model.getNumOutcomes()];
        int[] columns = new int[model.getNumOutcomes()];
        for (int outcome = 0; outcome < columns.length; outcome++) {
            String name = model.getOutcome(outcome);
            columns[outcome] = languages.size();
            if (COMMON.containsKey(name)) {
                languages.add(COMMON.get(name));
            } else if (RARE.containsKey(name)) {
                handicaps[languages.size()] = RARE_HANDICAP;
                languages.add(RARE.get(name));
            } else {
                columns[outcome] = -1;
            }
        }
        return withWeights(model, languages, handicaps, columns);
    }

    private static NgramModel withWeights(
            AbstractModel model, List<String> languages, float[] handicaps, int[] columns) {
        @SuppressWarnings("unchecked") // the layout that AbstractModel documents
        Map<String, Context> contexts = (Map<String, Context>) model.getDataStructures()[1];
        List<Map.Entry<String, Context>> reachable = contexts.entrySet().stream()
                .filter(entry -> isReachable(entry.getKey()))
                .toList();
        NgramModel kept = new NgramModel(languages, handicaps, reachable.size());
        for (Map.Entry<String, Context> entry : reachable) {
            float[] weights = new float[languages.size()];
            int[] outcomes = entry.getValue().getOutcomes();
            double[] parameters = entry.getValue().getParameters();
            for (int i = 0; i < outcomes.length; i++) {
                if (columns[outcomes[i]] >= 0) {
                    weights[columns[outcomes[i]]] = (float) parameters[i];
                }
            }
            kept.add(entry.getKey(), weights);
        }
        return kept;
    }

    /** Whether a text cleaned by {@link Words} can contain this run. */
    private static boolean isReachable(String ngram) {
        return ngram.length() <= NgramModel.LONGEST
                && ngram.chars().allMatch(c -> c == ' ' || c == '\'' || Letters.isLatin(c));
    }

    /** Parses pairs of codes separated by white space: a code of the model, then the code that clients know. */
    private static Map<String, String> codes(String pairs) {
        String[] codes = pairs.strip().split("\\s+", -1);
        Map<String, String> table = new HashMap<>();
        for (int i = 0; i < codes.length; i += 2) {
            table.put(codes[i], codes[i + 1]);
        }
        return Map.copyOf(table);
    }
}
