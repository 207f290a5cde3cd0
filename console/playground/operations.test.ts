import { readdirSync, readFileSync } from "node:fs";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { fill, groups } from "./operations";

const folder = "../graph/schema";
const schema = buildSchema(
  readdirSync(folder)
    .filter((f) => f.endsWith(".graphqls"))
    .map((f) => readFileSync(`${folder}/${f}`, "utf8"))
    .join("\n"),
);

describe("ready-made operations fit the schema", () => {
  test.each(groups.flatMap((g) => g.operations.map((o) => [g.name, o.name, o] as const)))("%s: %s", (_group, _name, o) => {
    const document = parse(o.query);
    expect(validate(schema, document)).toEqual([]);
    const declared = document.definitions
      .flatMap((d) => ("variableDefinitions" in d ? (d.variableDefinitions ?? []) : []))
      .map((v) => ("variable" in v ? v.variable.name.value : ""));
    expect(Object.keys(o.variables ?? {}).sort()).toEqual(declared.sort());
  });
});

test("ids of the demo directory are put in, and unknown ones stay", () => {
  expect(fill({ a: ["<connectionId>", "x <connectionId>"], b: "<other>" }, { connectionId: "con_1" })).toEqual({
    a: ["con_1", "x <connectionId>"],
    b: "<other>",
  });
});
