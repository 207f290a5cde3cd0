import { NumberText } from "../../../api/json";
import { operators, takesValue, type Comparison, type Condition, type Scalar } from "./model";

/** A condition as a sentence, for people who read it rather than build it. */
export function inWords(c: Condition): string {
  switch (c.kind) {
    case "comparison":
      return comparison(c);
    case "not":
      return `not ${wrapped(c.node)}`;
    default:
      if (c.nodes.length === 1) return inWords(c.nodes[0]!);
      return c.nodes.map((n) => (n.kind === "all" || n.kind === "any" ? wrapped(n) : inWords(n))).join(c.kind === "all" ? " and " : " or ");
  }
}

function wrapped(c: Condition): string {
  return c.kind === "comparison" ? comparison(c) : `(${inWords(c)})`;
}

function comparison(c: Comparison): string {
  const words = operators.find((o) => o.op === c.op)?.words ?? c.op;
  const field = c.field || "…";
  if (!takesValue(c.op)) return `${field} ${words}`;
  const value = c.value === undefined ? "…" : Array.isArray(c.value) ? c.value.map(scalar).join(", ") || "…" : scalar(c.value);
  return `${field} ${words} ${value}`;
}

function scalar(value: Scalar): string {
  if (value === null) return "…";
  if (value instanceof NumberText) return value.text;
  return typeof value === "string" ? `“${value}”` : String(value);
}
