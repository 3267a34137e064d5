// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.gemini.GeminiReader;
import org.decisionservice.contract.openai.DecisionsReader;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.request.RequestRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no text is refused by its place, and JSON that only looks like it is a state as any other. */
class MediaTest {
    private static final RequestReader READER = new RequestReader(CheckpointNames.ROUTED, 8192, RequestRules.DOCUMENT);
    private static final GeminiReader GEMINI =
            new GeminiReader(CheckpointNames.ROUTED, 8192, QuestionSources.NONE, Optional.empty());
    private static final DecisionsReader OPENAI =
            new DecisionsReader(CheckpointNames.ROUTED, 8192, QuestionSources.NONE, Optional.empty());

    private interface Reading {
        void read(byte[] body);
    }

    private static Optional<Refusal> refusal(String body, Reading reading) {
        return Optional.ofNullable(catchThrowableOfType(
                        RefusedException.class,
                        () -> reading.read(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8))))
                .map(RefusedException::refusal);
    }

    private static Optional<Refusal> single(String state) {
        return refusal("{'state':" + state + ",'questions':{'q':{'type':'noul','instructions':'x'}}}", READER::single);
    }

    private static void expect(Optional<Refusal> refusal, String place) {
        assertThat(refusal).hasValueSatisfying(said -> {
            assertThat(said.kind()).isEqualTo(Refusal.Kind.INVALID);
            assertThat(said.path()).containsExactly(place);
            assertThat(said.detail()).contains("'" + place + "': ", "this service reads text");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'image_url','image_url':{'url':'data:image/png;base64,AAAA'}} | image_url",
                "{'type':'image_url','image_url':'https://x.example/a.png'} | image_url",
                "{'type':'input_image','image_url':'data:,','detail':'low'} | input_image",
                "{'type':'input_image','file_id':'f'} | input_image",
                "{'type':'input_audio','input_audio':{'data':'AAAA','format':'wav'}} | input_audio",
                "{'type':'video_url','video_url':{'url':'https://x.example/v'}} | video_url",
                "{'type':'file','file':{'file_data':'data:application/pdf;base64,AAAA'}} | file",
                "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'AAAA'}} | image",
                "{'type':'document','source':{'type':'url','url':'https://x.example/a.pdf'}} | document",
                "{'type':'audio','uri':'gs://x','mime_type':'audio/wav'} | audio",
                "{'inline_data':{'mime_type':'image/png','data':'AAAA'}} | inline_data",
                "{'inlineData':{'mimeType':'video/mp4','data':'AAAA'}} | inlineData",
                "{'fileData':{'fileUri':'gs://x','mimeType':'image/png'}} | fileData",
            })
    void aPartOfAChatIsNamed(String part, String type) {
        expect(single(part), "state");
        expect(single("[{'type':'text','text':'What is this?'}," + part + "]"), "state[1]");
        expect(single("{'messages':[{'role':'user','content':[" + part + "]}]}"), "state.messages[0].content[0]");
        assertThat(single(part))
                .hasValueSatisfying(said -> assertThat(said.detail()).contains("of the type " + type));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'image':'a cat on a mat','audio':'loud','assets':['desk','chair'],'images':[1,2]}",
                "{'type':'image','title':'A cat'}",
                "{'type':'image','uri':'https://x.example/a','reported_by':'anna','reason':'spam'}",
                "{'type':'image','source':'camera'}",
                "{'type':'video','data':{'views':10}}",
                "{'type':'file','file':''}",
                "{'type':'document','source':{'type':'text','media_type':'text/plain','data':'Please cancel.'}}",
                "{'type':'text','text':'data:image/png;base64,AAAA'}",
                "{'image_url':'https://x.example/a.png'}",
                "[{'role':'user','content':[{'type':'text','text':'I sent you a picture.'}]}]",
                "'{\\\"type\\\":\\\"image_url\\\",\\\"image_url\\\":{\\\"url\\\":\\\"x\\\"}}'",
            })
    void otherJsonIsText(String state) {
        assertThat(single(state)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"image", "images", "audio", "video", "assets"})
    void membersForThemAreRefusedUnderEveryGrammar(String member) {
        String noul = "{'q':{'type':'noul','instructions':'x'}}";
        String predicate = "[{'type':'predicate','name':'q','instructions':'x'}]";
        for (String value : List.of("'data:,'", "['data:,']", "{'a':{'type':'image'}}")) {
            String more = ",'" + member + "':" + value + "}";
            expect(refusal("{'state':'s','questions':" + noul + more, READER::single), member);
            expect(refusal("{'states':['s'],'questions':" + noul + more, READER::batch), member);
            expect(refusal("{'input':'s','questions':" + noul + more, GEMINI::read), member);
            expect(refusal("{'input':'s','questions':" + predicate + more, OPENAI::read), member);
        }
        for (String nothing : List.of("null", "[]", "{}", "''")) {
            assertThat(refusal(
                            "{'state':'s','questions':" + noul + ",'" + member + "':" + nothing + "}", READER::single))
                    .isEmpty();
        }
    }

    @Test
    void ofABatchTheStateIsNamedAndOnlyItIsRefusedIfTheClientAsksForThat() {
        String body = "{'states':['s',{'inline_data':{'mime_type':'image/png','data':'AAAA'}}],'questions':{}%s}";
        expect(refusal(body.formatted(""), READER::batch), "states[1]");
        byte[] each =
                body.formatted(",'on_error':'per_state'").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        RequestReader.Read read = READER.batch(each);
        assertThat(read.request().states()).hasSize(1);
        expect(Optional.ofNullable(read.refused().get(1)), "states[1]");
    }

    @Test
    void instructionsMayHaveNoPictureEither() {
        String body = "{'state':'s','questions':{'q':{'type':'noul',"
                + "'instructions':[{'type':'image_url','image_url':{'url':'data:,'}}]}}}";
        expect(refusal(body, READER::single), "questions['q'].instructions[0]");
    }

    @Test
    void jsonOfAnotherApisInputIsLookedThroughToo() {
        String body = "{'input':[{'role':'user','content':[{'type':'input_json','data':"
                + "{'inline_data':{'mime_type':'image/png','data':'AAAA'}}}]}],"
                + "'questions':[{'type':'predicate','name':'q','instructions':'x'}]}";
        expect(refusal(body, OPENAI::read), "input");
    }
}
