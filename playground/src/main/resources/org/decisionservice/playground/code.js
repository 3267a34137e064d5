/** A request as code that can be pasted and run. */

const indent = (text, by) => text.replaceAll("\n", `\n${" ".repeat(by)}`);

function curl(url, request, guarded) {
  const body = JSON.stringify(request, null, 2).replaceAll("'", "'\\''");
  const key = guarded ? ' \\\n  -H "Authorization: Bearer $SERVICE_API_KEY"' : "";
  return `curl -s ${url} \\\n  -H 'Content-Type: application/json'${key} \\\n  -d '${body}'\n`;
}

/** A JSON value as a Python literal: JSON's strings are Python's, its three words are not. */
export function literal(value, depth = 0) {
  const pad = "    ".repeat(depth + 1);
  const lines = (open, items, close) => (items.length ? `${open}\n${items.map((item) => pad + item).join(",\n")},\n${"    ".repeat(depth)}${close}` : open + close);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return lines("[", value.map((item) => literal(item, depth + 1)), "]");
  if (typeof value === "object") return lines("{", Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${literal(item, depth + 1)}`), "}");
  return JSON.stringify(value);
}

function python(url, request, guarded) {
  return `${guarded ? "import os\n\n" : ""}import httpx  # pip install httpx

request = ${literal(request)}
${guarded ? 'headers = {"Authorization": "Bearer " + os.environ["SERVICE_API_KEY"]}\n' : ""}response = httpx.post("${url}", json=request${guarded ? ", headers=headers" : ""}, timeout=30)
response.raise_for_status()
for name, answer in response.json()["answers"].items():
    print(name, answer)
`;
}

function javascript(url, request, guarded) {
  const key = guarded ? ", Authorization: `Bearer ${process.env.SERVICE_API_KEY}`" : "";
  return `const request = ${JSON.stringify(request, null, 2)};

const response = await fetch("${url}", {
  method: "POST",
  headers: { "Content-Type": "application/json"${key} },
  body: JSON.stringify(request),
});
if (!response.ok) throw new Error(await response.text());
const { answers } = await response.json();
for (const [name, answer] of Object.entries(answers)) console.log(name, answer);
`;
}

function java(url, request, guarded) {
  const body = JSON.stringify(request, null, 2).replaceAll("\\", "\\\\").replaceAll('"""', '\\"""');
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

void main() throws Exception {
    String body = """
            ${indent(body, 12)}
            """;
    HttpRequest request = HttpRequest.newBuilder(URI.create("${url}"))
            .header("Content-Type", "application/json")${guarded ? '\n            .header("Authorization", "Bearer " + System.getenv("SERVICE_API_KEY"))' : ""}
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
        IO.println(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
}
`;
}

const LANGUAGES = { curl, python, javascript, java };

/** `request` in `language`; `guarded` takes the key from the environment. */
export const write = (language, url, request, guarded) => LANGUAGES[language](url, request, guarded);
