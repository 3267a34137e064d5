// The schemas of zod.json: what zod-to-json-schema 3.24.6 makes of zod 3.25.76.
//   npm i zod@3.25.76 zod-to-json-schema@3.24.6 && node zod.mjs > zod.json
import { z } from "zod";
import { zodToJsonSchema } from "zod-to-json-schema";

const team = z.enum(["billing", "support", "sales"]);
const kinds = {
  enums: z.object({ team, tone: z.enum(["calm", "angry"]) }),
  described: z.object({ team: team.describe("Which team should handle this?"), urgent: z.boolean().describe("Is it urgent?") }),
  repeated: z.object({ first: team, second: team }),
  repeatedDescribed: z.object({ first: team.describe("Whose is it?"), second: team.describe("Who else?") }),
  optional: z.object({ team: team.optional(), urgent: z.boolean().optional() }),
  nullable: z.object({ team: team.nullable(), urgent: z.boolean().nullable(), level: z.number().int().min(0).max(3).nullable() }),
  integers: z.object({ level: z.number().int().min(1).max(5), from: z.number().int().gte(-2).lte(2) }),
  exclusive: z.object({ level: z.number().int().gt(0).lt(5) }),
  numbers: z.object({ share: z.number().min(0).max(1) }),
  fractions: z.object({ share: z.number().min(0).max(0.5) }),
  literals: z.object({ kind: z.literal("ticket"), one: z.literal(1), yes: z.literal(true) }),
  literalUnion: z.object({ size: z.union([z.literal("small"), z.literal("large")]) }),
  mixedUnion: z.object({ size: z.union([z.literal("small"), z.literal(3)]) }),
  realUnion: z.object({ size: z.union([team, z.boolean()]) }),
  nativeEnum: z.object({ state: z.nativeEnum({ Open: "open", Closed: "closed" }) }),
  numericEnum: z.object({ state: z.nativeEnum({ Open: 1, Closed: 2 }) }),
  defaults: z.object({ urgent: z.boolean().default(false), team: team.default("support") }),
  strings: z.object({ name: z.string() }),
  arrays: z.object({ tags: z.array(team) }),
  nested: z.object({ inner: z.object({ team }) }),
  strict: z.object({ team }).strict(),
  empty: z.object({}),
  nullishDescribed: z.object({ team: team.nullish().describe("Whose is it?") }),
  branded: z.object({ team: team.brand("Team"), other: z.boolean().readonly() }),
};
const made = {};
for (const [name, schema] of Object.entries(kinds)) {
  made[name] = zodToJsonSchema(schema);
  made[name + ", as OpenAPI"] = zodToJsonSchema(schema, { target: "openApi3" });
}
made["named"] = zodToJsonSchema(kinds.enums, "Ticket");
made["references inlined"] = zodToJsonSchema(kinds.repeated, { $refStrategy: "none" });
console.log(JSON.stringify(made, null, 1));
