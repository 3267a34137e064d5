// Uses the client that oapi-codegen makes of /openapi.json.
package main

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"os"
	"strings"

	d "generators/decisions"
)

const state = "I was charged twice this month. Please refund the second payment."

var failed = false

func client(key string) *d.ClientWithResponses {
	made, err := d.NewClientWithResponses(os.Getenv("GENERATORS_URL"), d.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}))
	must(err == nil, err)
	return made
}

func check(name string, block func()) {
	defer func() {
		if problem := recover(); problem != nil {
			failed = true
			fmt.Printf("failed   Go: %s: %v\n", name, problem)
			return
		}
		fmt.Printf("passed   Go: %s\n", name)
	}()
	block()
}

func must(holds bool, seen any) {
	if !holds {
		panic(fmt.Sprintf("%+v", seen))
	}
}

func question[T any](from func(T) error, asked T) {
	err := from(asked)
	must(err == nil, err)
}

func noul(instructions any) (made d.Question) {
	question(made.FromNoulQuestion, d.NoulQuestion{Type: "noul", Instructions: instructions})
	return made
}

func choice(instructions string, criteria any) (made d.Question) {
	question(made.FromChoiceQuestion, d.ChoiceQuestion{Type: "choice", Instructions: instructions, Criteria: criteria})
	return made
}

func refund(instructions any) d.Questions { return d.Questions{"refund": noul(instructions)} }

func ask(body d.DecisionRequest) *d.DecisionResponse {
	got, err := client(os.Getenv("GENERATORS_KEY")).DecideWithResponse(context.Background(), body)
	must(err == nil, err)
	must(got.JSON200 != nil, string(got.Body))
	return got.JSON200
}

func theNoul(answers d.Answers) {
	kind, _ := answers["refund"].Discriminator()
	answer, err := answers["refund"].AsNoulAnswer()
	must(err == nil && kind == "noul" && answer.Noul >= 0 && answer.Noul <= 1, answers)
}

func refusal(key string, body d.DecisionRequest, pick func(*d.DecideResponse) *d.ErrorResponse) string {
	got, err := client(key).DecideWithResponse(context.Background(), body)
	must(err == nil, err)
	must(pick(got) != nil, string(got.Body))
	return pick(got).Detail
}

func main() {
	key := os.Getenv("GENERATORS_KEY")
	check("a choice, a score and a noul about a text", func() {
		criteria := map[string]any{"billing": "payments and refunds", "technical": nil}
		var urgency d.Question
		question(urgency.FromScoreQuestion, d.ScoreQuestion{Type: "score", Instructions: "How urgent?", Criteria: []any{"calm", "angry"}})
		threshold := 0.0
		asked := d.Questions{"queue": choice("Which team?", criteria), "urgency": urgency, "refund": noul("The customer asks for money back.")}
		got := ask(d.DecisionRequest{State: state, Questions: asked, MinConfidence: &threshold})
		value, err := got.Answers["queue"].ValueByDiscriminator()
		must(err == nil, err)
		queue := value.(d.ChoiceAnswer)
		must(queue.Choice == "billing" || queue.Choice == "technical", queue)
		must(math.Abs(queue.Probabilities["billing"]+queue.Probabilities["technical"]-1) < 0.001 && *queue.Abstention == "passed", queue)
		score, err := got.Answers["urgency"].AsScoreAnswer()
		must(err == nil && score.Score >= 0 && score.Score <= 1 && score.Legend["1"] == "angry", score)
		theNoul(got.Answers)
		must(got.Usage.OutputTokens == 0 && got.Routing.Detection.IsEnglish, got)
	})
	check("labels as an array, of which one is a number", func() {
		labels := []any{1, "many"}
		got := ask(d.DecisionRequest{State: state, Questions: d.Questions{"n": choice("How many payments?", labels)}})
		answer, err := got.Answers["n"].AsChoiceAnswer()
		must(err == nil && (answer.Choice == 1.0 || answer.Choice == "many"), answer)
	})
	check("an object and an array as state", func() {
		for _, structured := range []any{map[string]any{"invoice": 4711, "lines": []any{map[string]any{"total": 9.5}}}, []any{map[string]any{"text": state}}} {
			theNoul(ask(d.DecisionRequest{State: structured, Questions: refund("The customer asks for money back.")}).Answers)
		}
	})
	check("an object as instructions", func() {
		theNoul(ask(d.DecisionRequest{State: state, Questions: refund(map[string]any{"ask": "Does the customer want money back?"})}).Answers)
	})
	check("a batch", func() {
		body := d.BatchRequest{States: []any{state, map[string]any{"text": "Where is my parcel?"}}, Questions: refund("The customer asks for money back.")}
		got, err := client(key).DecideBatchWithResponse(context.Background(), body)
		must(err == nil, err)
		must(got.JSON200 != nil && len(got.JSON200.Results) == 2 && got.JSON200.TotalUsage.InputTokens > 0, string(got.Body))
		second, err := got.JSON200.Results[1].AsDecisionResponse()
		must(err == nil, err)
		theNoul(second.Answers)
	})
	plain := d.DecisionRequest{State: state, Questions: refund("The customer asks for money back.")}
	check("a refusal for the key is a typed 401", func() {
		detail := refusal("wrong", plain, func(got *d.DecideResponse) *d.ErrorResponse { return got.JSON401 })
		must(strings.Contains(detail, "bearer"), detail)
	})
	check("a refusal for a control is a typed 422", func() {
		task := "nonsense"
		body := d.DecisionRequest{State: state, Questions: plain.Questions, Task: &task}
		detail := refusal(key, body, func(got *d.DecideResponse) *d.ErrorResponse { return got.JSON422 })
		must(strings.Contains(detail, "'task'"), detail)
	})
	check("a refusal for a limit is a typed 413", func() {
		many := d.Questions{}
		for i := range 65 {
			many[fmt.Sprint("q", i)] = noul("The customer asks for money back.")
		}
		detail := refusal(key, d.DecisionRequest{State: state, Questions: many}, func(got *d.DecideResponse) *d.ErrorResponse { return got.JSON413 })
		must(strings.Contains(detail, "64"), detail)
	})
	check("health", func() {
		got, err := client(key).HealthWithResponse(context.Background())
		must(err == nil && got.JSON200 != nil && got.JSON200.Status == "ok", err)
	})
	if failed {
		os.Exit(1)
	}
}
