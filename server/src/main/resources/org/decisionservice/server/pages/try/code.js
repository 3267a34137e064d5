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
  return `import json
${guarded ? "import os\n" : ""}import urllib.request

request = ${literal(request)}
headers = {"Content-Type": "application/json"${guarded ? ', "Authorization": "Bearer " + os.environ["SERVICE_API_KEY"]' : ""}}
call = urllib.request.Request("${url}", json.dumps(request).encode(), headers)
with urllib.request.urlopen(call) as response:
    for name, answer in json.load(response)["answers"].items():
        print(name, answer)
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

const LANGUAGES = { curl, python, java };

/** `request` in `language`; `guarded` takes the key from the environment. */
export const write = (language, url, request, guarded) => LANGUAGES[language](url, request, guarded);
