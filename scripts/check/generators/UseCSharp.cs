// Uses the client that openapi-generator makes of /openapi.json for C#.
using System;
using System.Collections.Generic;
using System.Linq;
using Decisions.Api;
using Decisions.Client;
using Decisions.Model;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

public static class UseCSharp
{
    const string State = "I was charged twice this month. Please refund the second payment.";
    static readonly string Key = Environment.GetEnvironmentVariable("GENERATORS_KEY");
    static readonly Configuration Settings = new Configuration { BasePath = Environment.GetEnvironmentVariable("GENERATORS_URL"), AccessToken = Key };
    static readonly DecisionsApi Api = new DecisionsApi(Settings);
    static bool failed;

    static void Check(string name, System.Action block)
    {
        try
        {
            block();
            Console.WriteLine("passed   C#: " + name);
        }
        catch (Exception e)
        {
            failed = true;
            Console.WriteLine("failed   C#: " + name + ": " + e.ToString().Replace("\n", " "));
        }
    }

    static void Must(bool holds, object seen)
    {
        if (!holds) throw new Exception(Convert.ToString(seen));
    }

    static Question Noul(object instructions = null)
    {
        return new Question(new NoulQuestion(NoulQuestion.TypeEnum.Noul, instructions ?? "The customer asks for money back."));
    }

    static Question Choice(string instructions, object criteria)
    {
        return new Question(new ChoiceQuestion(ChoiceQuestion.TypeEnum.Choice, instructions, criteria));
    }

    static Dictionary<string, Question> Refund(object instructions = null)
    {
        return new Dictionary<string, Question> { { "refund", Noul(instructions) } };
    }

    static void MustBeNoul(IDictionary<string, Answer> answers)
    {
        var noul = answers["refund"].GetNoulAnswer();
        Must(noul.Noul >= 0 && noul.Noul <= 1, noul);
    }

    static string Refusal(DecisionsApi api, DecisionRequest request, int status)
    {
        try
        {
            api.Decide(request);
        }
        catch (ApiException e)
        {
            Must(e.ErrorCode == status, e);
            return JsonConvert.DeserializeObject<ErrorResponse>((string) e.ErrorContent).Detail;
        }
        throw new Exception("nothing was refused");
    }

    public static int Main()
    {
        Check("a choice, a score and a noul about a text", () =>
        {
            var criteria = new Dictionary<string, object> { { "billing", "payments and refunds" }, { "technical", null } };
            var urgency = new Question(new ScoreQuestion(ScoreQuestion.TypeEnum.Score, "How urgent?", new List<object> { "calm", "angry" }));
            var asked = new Dictionary<string, Question> { { "queue", Choice("Which team?", criteria) }, { "urgency", urgency }, { "refund", Noul() } };
            var got = Api.Decide(new DecisionRequest(state: State, questions: asked, minConfidence: 0));
            var queue = got.Answers["queue"].GetChoiceAnswer();
            Must(queue.Choice.Equals("billing") || queue.Choice.Equals("technical"), queue);
            Must(Math.Abs(queue.Probabilities.Values.Sum() - 1) < 0.001 && queue.Abstention == Abstention.Passed, queue);
            var score = got.Answers["urgency"].GetScoreAnswer();
            Must(score.Score >= 0 && score.Score <= 1 && score.Legend["1"] == "angry", score);
            MustBeNoul(got.Answers);
            Must(got.Usage.OutputTokens == 0 && got.Routing.Detection.IsEnglish, got);
        });
        Check("labels as an array, of which one is a number", () =>
        {
            var asked = new Dictionary<string, Question> { { "n", Choice("How many payments?", new List<object> { 1, "many" }) } };
            var chosen = Api.Decide(new DecisionRequest(state: State, questions: asked)).Answers["n"].GetChoiceAnswer().Choice;
            Must(chosen.Equals(1L) || chosen.Equals("many"), chosen);
        });
        Check("an object and an array as state", () =>
        {
            foreach (object structured in new object[] { JObject.Parse("{\"invoice\": 4711, \"lines\": [{\"total\": 9.5}]}"), new[] { new { text = State } } })
                MustBeNoul(Api.Decide(new DecisionRequest(state: structured, questions: Refund())).Answers);
        });
        Check("an object as instructions", () =>
        {
            MustBeNoul(Api.Decide(new DecisionRequest(state: State, questions: Refund(new { ask = "Does the customer want money back?" }))).Answers);
        });
        Check("a batch", () =>
        {
            var got = Api.DecideBatch(new BatchRequest(states: new List<object> { State, new { text = "Where is my parcel?" } }, questions: Refund()));
            Must(got.Results.Count == 2 && got.TotalUsage.InputTokens > 0, got);
            got.Results.ForEach(result => MustBeNoul(result.GetDecisionResponse().Answers));
        });
        Check("a refusal for the key is a typed 401", () =>
        {
            var stranger = new DecisionsApi(new Configuration { BasePath = Settings.BasePath, AccessToken = "wrong" });
            var detail = Refusal(stranger, new DecisionRequest(state: State, questions: Refund()), 401);
            Must(detail.Contains("bearer"), detail);
        });
        Check("a refusal for a control is a typed 422", () =>
        {
            var detail = Refusal(Api, new DecisionRequest(state: State, questions: Refund(), task: "nonsense"), 422);
            Must(detail.Contains("'task'"), detail);
        });
        Check("a refusal for a limit is a typed 413", () =>
        {
            var many = Enumerable.Range(0, 65).ToDictionary(i => "q" + i, i => Noul());
            var detail = Refusal(Api, new DecisionRequest(state: State, questions: many), 413);
            Must(detail.Contains("64"), detail);
        });
        Check("health", () => Must(new HealthApi(Settings).Health().Status == Health.StatusEnum.Ok, "status"));
        return failed ? 1 : 0;
    }
}
