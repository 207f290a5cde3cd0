import { JsonText, NumberText, readExact, writeJson } from "../../../api/json";
import type { FieldType } from "../../../gql/graphql";

// A condition as the builder holds it. It says what the JSON says, no more and no less,
// so that a filter which was only looked at is saved as it was.

export type Scalar = string | boolean | NumberText | null;

export interface Comparison {
  kind: "comparison";
  field: string;
  op: string;
  /** Left out for operators that take none. */
  value?: Scalar | Scalar[];
}

export interface Group {
  kind: "all" | "any";
  nodes: Condition[];
}

export interface Not {
  kind: "not";
  node: Condition;
}

export type Condition = Comparison | Group | Not;

/** A field that an event type declares, as far as filters go. */
export interface Field {
  name: string;
  type: FieldType;
}

/** What an event type lets filters ask. */
export interface Shape {
  fields: readonly Field[];
  carriesPriorValues: boolean;
  carriesChangedFields: boolean;
}

/** How many levels and comparisons a condition may have. */
export const maxLevels = 10;
export const maxComparisons = 100;

/** Says what is wrong with pasted text. */
export class ConditionError extends Error {}

/** Reads a condition; throws ConditionError where the JSON is none. */
export function readCondition(text: string): Condition {
  let value: unknown;
  try {
    value = readExact(text);
  } catch (error) {
    throw new ConditionError(error instanceof SyntaxError ? error.message : String(error));
  }
  return node(value, "the condition");
}

function node(value: unknown, where: string): Condition {
  if (!isObject(value)) throw new ConditionError(`${where} must be an object with all, any, not or field`);
  const kinds = ["all", "any", "not", "field"].filter((k) => k in value);
  if (kinds.length !== 1) throw new ConditionError(`${where} must have exactly one of all, any, not and field`);
  const kind = kinds[0] as "all" | "any" | "not" | "field";
  const others = Object.keys(value).filter((k) => k !== kind && !(kind === "field" && (k === "op" || k === "value")));
  if (others.length) throw new ConditionError(`${where} has ${others[0]}, which no condition knows`);
  if (kind === "not") return { kind, node: node(value.not, `${where}.not`) };
  if (kind === "field") {
    if (typeof value.field !== "string" || typeof value.op !== "string") throw new ConditionError(`${where} needs field and op as text`);
    const comparison: Comparison = { kind: "comparison", field: value.field, op: value.op };
    if ("value" in value) comparison.value = operand(value.value, `${where}.value`);
    return comparison;
  }
  const list = value[kind];
  if (!Array.isArray(list) || list.length === 0) throw new ConditionError(`${where}.${kind} must be a list that is not empty`);
  return { kind, nodes: list.map((v, i) => node(v, `${where}.${kind}[${i}]`)) };
}

function operand(value: unknown, where: string): Scalar | Scalar[] {
  if (Array.isArray(value)) return value.map((v) => scalar(v, where));
  return scalar(value, where);
}

function scalar(value: unknown, where: string): Scalar {
  if (value === null || typeof value === "string" || typeof value === "boolean" || value instanceof NumberText) return value;
  throw new ConditionError(`${where} must be text, a number, true or false, or a list of those`);
}

const isObject = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v) && !(v instanceof NumberText);

/** Gives the condition as the API takes it. */
export function writeCondition(condition: Condition): JsonText {
  return new JsonText(writeJson(plain(condition)));
}

function plain(c: Condition): unknown {
  switch (c.kind) {
    case "comparison":
      return c.value === undefined ? { field: c.field, op: c.op } : { field: c.field, op: c.op, value: c.value };
    case "not":
      return { not: plain(c.node) };
    default:
      return { [c.kind]: c.nodes.map(plain) };
  }
}

/** Counts what the limits are about. */
export function measure(c: Condition): { levels: number; comparisons: number } {
  if (c.kind === "comparison") return { levels: 1, comparisons: 1 };
  const below = (c.kind === "not" ? [c.node] : c.nodes).map(measure);
  return { levels: 1 + Math.max(0, ...below.map((b) => b.levels)), comparisons: below.reduce((n, b) => n + b.comparisons, 0) };
}

/** Tells whether every comparison is filled in, so that asking about it makes sense. */
export function complete(c: Condition): boolean {
  switch (c.kind) {
    case "not":
      return complete(c.node);
    case "comparison":
      return (
        c.field !== "" && c.op !== "" && (c.value === undefined ? !takesValue(c.op) : Array.isArray(c.value) ? c.value.length > 0 : c.value !== null)
      );
    default:
      return c.nodes.every(complete);
  }
}

interface Operator {
  op: string;
  words: string;
  /** Between field and value in a sentence. */
  over: FieldType[];
  needs?: "changed" | "prior";
  value: "none" | "one" | "list";
}

const scalars: FieldType[] = ["STRING", "NUMBER", "BOOLEAN", "DATE", "DATETIME"];
const ordered: FieldType[] = ["NUMBER", "DATE", "DATETIME", "STRING"];
const every: FieldType[] = [...scalars, "STRING_LIST", "OBJECT"];

/** The operators of the filter language, in the order people look for them. */
export const operators: Operator[] = [
  { op: "eq", words: "is", over: scalars, value: "one" },
  { op: "ne", words: "is not", over: scalars, value: "one" },
  { op: "in", words: "is one of", over: scalars, value: "list" },
  { op: "not_in", words: "is none of", over: scalars, value: "list" },
  { op: "contains", words: "contains", over: ["STRING", "STRING_LIST"], value: "one" },
  { op: "starts_with", words: "starts with", over: ["STRING"], value: "one" },
  { op: "ends_with", words: "ends with", over: ["STRING"], value: "one" },
  { op: "lt", words: "is less than", over: ordered, value: "one" },
  { op: "lte", words: "is at most", over: ordered, value: "one" },
  { op: "gt", words: "is more than", over: ordered, value: "one" },
  { op: "gte", words: "is at least", over: ordered, value: "one" },
  { op: "is_null", words: "has no value", over: every, value: "none" },
  { op: "is_not_null", words: "has a value", over: every, value: "none" },
  { op: "changed", words: "has changed", over: every, needs: "changed", value: "none" },
  { op: "changed_from", words: "has changed from", over: scalars, needs: "prior", value: "one" },
  { op: "changed_to", words: "has changed to", over: scalars, needs: "prior", value: "one" },
];

/** The operators that fit a field of an event type. */
export function operatorsFor(field: Field | undefined, shape: Shape): Operator[] {
  return operators.filter((o) => {
    if (field && !o.over.includes(field.type)) return false;
    if (o.needs === "changed") return shape.carriesChangedFields;
    if (o.needs === "prior") return shape.carriesChangedFields && shape.carriesPriorValues;
    return true;
  });
}

/** Whether an operator takes a value; an unknown one may. */
export function takesValue(op: string): boolean {
  return operators.find((o) => o.op === op)?.value !== "none";
}

export function takesList(op: string): boolean {
  return operators.find((o) => o.op === op)?.value === "list";
}

/** A comparison with another field or operator, and what of its value still fits. */
export function refit(c: Comparison, change: { field?: Field; op?: string }, shape: Shape): Comparison {
  const field = change.field ?? shape.fields.find((f) => f.name === c.field);
  const fitting = operatorsFor(field, shape);
  const wanted = change.op ?? c.op;
  const op = fitting.some((o) => o.op === wanted) ? wanted : (fitting[0]?.op ?? "");
  const fresh: Comparison = { kind: "comparison", field: field?.name ?? c.field, op };
  if (!takesValue(op)) return fresh;
  const old = change.field && change.field.type !== shape.fields.find((f) => f.name === c.field)?.type ? undefined : c.value;
  if (takesList(op)) fresh.value = old === undefined ? [] : Array.isArray(old) ? old : old === null || old === "" ? [] : [old];
  else fresh.value = old === undefined ? empty(field) : Array.isArray(old) ? (old[0] ?? empty(field)) : old;
  return fresh;
}

function empty(field: Field | undefined): Scalar {
  return field?.type === "BOOLEAN" ? true : field?.type === "STRING" || field?.type === "STRING_LIST" ? "" : null;
}

/** A comparison to begin with. */
export function fresh(shape: Shape): Comparison {
  return refit({ kind: "comparison", field: "", op: "eq" }, { field: shape.fields[0] }, shape);
}
