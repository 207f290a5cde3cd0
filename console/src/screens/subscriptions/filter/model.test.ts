import { describe, expect, test } from "vitest";
import { NumberText } from "../../../api/json";
import { complete, ConditionError, fresh, measure, operatorsFor, readCondition, refit, writeCondition, type Shape } from "./model";
import { inWords } from "./words";

const example =
  '{"all":[{"field":"email","op":"ends_with","value":"@example.org"},{"any":[{"field":"status","op":"in","value":["member","lapsed"]},{"field":"status","op":"changed"}]},{"not":{"field":"deceased","op":"eq","value":true}}]}';

const shape: Shape = {
  fields: [
    { name: "email", type: "STRING" },
    { name: "score", type: "NUMBER" },
    { name: "deceased", type: "BOOLEAN" },
    { name: "tags", type: "STRING_LIST" },
    { name: "address", type: "OBJECT" },
  ],
  carriesPriorValues: true,
  carriesChangedFields: true,
};
const field = (name: string) => shape.fields.find((f) => f.name === name)!;

describe("a condition", () => {
  test.each([
    example,
    '{"field":"n","op":"eq","value":12345678901234567890.10}',
    '{"not":{"not":{"field":"a","op":"is_null"}}}',
    '{"field":"x","op":"later","value":[null,false]}',
  ])("comes out as it went in: %s", (text) => expect(writeCondition(readCondition(text)).text).toBe(text));

  test.each([
    ["[]", "must be an object"],
    ["{}", "exactly one of"],
    ['{"all":[],"any":[]}', "exactly one of"],
    ['{"all":[]}', "not empty"],
    ['{"all":[{"field":"a"}]}', "the condition.all[0] needs field and op"],
    ['{"field":"a","op":"eq","value":{}}', "must be text, a number"],
    ['{"field":"a","op":"eq","values":1}', "values, which no condition knows"],
    ["{", "ends too early"],
  ])("that is none is refused with the reason: %s", (text, why) => {
    expect(() => readCondition(text)).toThrow(ConditionError);
    expect(() => readCondition(text)).toThrow(why);
  });

  test("reads as a sentence", () => {
    expect(inWords(readCondition(example))).toBe(
      "email ends with “@example.org” and (status is one of “member”, “lapsed” or status has changed) and not deceased is true",
    );
  });

  test("is measured as the limits measure it", () => {
    expect(measure(readCondition(example))).toEqual({ levels: 3, comparisons: 4 });
  });
});

describe("the builder", () => {
  test("offers the operators that fit a field", () => {
    expect(operatorsFor(field("address"), shape).map((o) => o.op)).toEqual(["is_null", "is_not_null", "changed"]);
    expect(operatorsFor(field("tags"), shape).map((o) => o.op)).toEqual(["contains", "is_null", "is_not_null", "changed"]);
    expect(operatorsFor(field("email"), { ...shape, carriesPriorValues: false }).some((o) => o.op === "changed_to")).toBe(false);
    expect(operatorsFor(field("email"), { ...shape, carriesChangedFields: false }).some((o) => o.op.startsWith("changed"))).toBe(false);
  });

  test("keeps of a value what fits the next operator and field", () => {
    const one = refit(fresh(shape), { op: "eq" }, shape);
    expect(one).toEqual({ kind: "comparison", field: "email", op: "eq", value: "" });
    const filled = { ...one, value: "a" };
    const list = refit(filled, { op: "in" }, shape);
    expect(list.value).toEqual(["a"]);
    expect(refit(list, { op: "ne" }, shape).value).toBe("a");
    expect(refit(filled, { op: "is_null" }, shape)).toEqual({ kind: "comparison", field: "email", op: "is_null" });
    expect(refit(filled, { field: field("score") }, shape).value).toBeNull();
    expect(refit(filled, { field: field("deceased") }, shape).value).toBe(true);
    expect(refit({ ...filled, op: "ends_with" }, { field: field("score") }, shape).op).toBe("eq");
  });

  test("knows when something is still to be filled in", () => {
    expect(complete(readCondition(example))).toBe(true);
    expect(complete(refit(fresh(shape), { field: field("score") }, shape))).toBe(false);
    expect(complete({ kind: "comparison", field: "email", op: "in", value: [] })).toBe(false);
    expect(complete({ kind: "comparison", field: "score", op: "gt", value: new NumberText("1.0") })).toBe(true);
  });
});
