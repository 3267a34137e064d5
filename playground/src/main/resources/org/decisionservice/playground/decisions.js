/** The same request for OpenAI's clients: questions in the grammar of POST /v1/decisions, and code that asks them. */
import { literal } from "./code.js";

/** Criteria are no part of that grammar, so what the sides of a statement mean is said in its instructions. */
function predicate({ instructions, criteria = {} }) {
  const sides = Object.entries(criteria).map(([side, meaning]) => `${side}: ${meaning}`);
  return { type: "predicate", instructions: [instructions, ...sides].join("\n") };
}

function choice({ instructions, criteria }) {
  const choices = Object.entries(criteria).map(([value, description]) => ({ value, ...(description && { description }) }));
  return { type: "choice", instructions, choices };
}

const score = ({ instructions, criteria }) => ({ type: "score", instructions, levels: criteria.map((label) => ({ label })) });

const KINDS = { noul: predicate, choice, score };

/** A request of POST /v1/systemone as one of POST /v1/decisions, and the members that only this service knows. */
export function translate({ state, questions, model = "auto", ...controls }) {
  const asked = Object.entries(questions).map(([name, question]) => {
    const { type, ...rest } = KINDS[question.type](question);
    return { type, name, ...rest };
  });
  // A single message of the user is the state itself.
  const input = typeof state === "string" ? state : [{ role: "user", content: [{ type: "input_json", data: state }] }];
  return { request: { model, input, questions: asked }, controls };
}

/** `url` is the folder that OpenAI's clients call the base URL. */
export function openaiPython(url, body, guarded) {
  const { request, controls } = translate(body);
  const members = Object.entries(request);
  if (Object.keys(controls).length) members.push(["extra_body", controls]);
  return `${guarded ? "import os\n\n" : ""}from openai import OpenAI  # pip install openai

client = OpenAI(base_url="${url}", api_key=${guarded ? 'os.environ["SERVICE_API_KEY"]' : '"unused"'})
decision = client.decisions.create(
${members.map(([name, value]) => `    ${name}=${literal(value, 1)},\n`).join("")})
print(decision.model)
for answer in decision.answers:
    print(answer.to_json(indent=None))
`;
}

export function openaiJavascript(url, body, guarded) {
  const { request, controls } = translate(body);
  return `import OpenAI from "openai"; // npm install openai

const client = new OpenAI({ baseURL: "${url}", apiKey: ${guarded ? "process.env.SERVICE_API_KEY" : '"unused"'} });
const decision = await client.decisions.create(${JSON.stringify({ ...request, ...controls }, null, 2)});
console.log(decision.model);
for (const answer of decision.answers) console.log(JSON.stringify(answer));
`;
}
