import type { CombinedError } from "@urql/core";

/** One fault of the input: where it lies below `input`, and in words what is wrong. */
export interface Violation {
  path: string;
  code: string;
  message: string;
}

/** What the API said instead of an answer, or why none came. */
export interface Refusal {
  /** A code of the API, or NETWORK where no answer came. */
  code: string;
  message: string;
  violations: Violation[];
  /** Whether the same again may succeed. */
  retryable: boolean;
  /** What else the API said, such as `subscriptionId` of SUBSCRIPTION_EXISTS. */
  extensions: Record<string, unknown>;
}

export function refusalOf(error: CombinedError | undefined): Refusal | undefined {
  if (!error) return undefined;
  const first = error.graphQLErrors[0];
  if (!first) {
    return {
      code: "NETWORK",
      message: "Backbeat could not be reached. Check the connection; nothing was changed unless it says so here.",
      violations: [],
      retryable: true,
      extensions: {},
    };
  }
  const extensions = first.extensions as Record<string, unknown>;
  const others = error.graphQLErrors.slice(1).map((e) => e.message);
  return {
    code: typeof extensions.code === "string" ? extensions.code : "INTERNAL",
    message: [first.message, ...others].map(sentence).join(" "),
    violations: Array.isArray(extensions.violations) ? (extensions.violations as Violation[]) : [],
    retryable: extensions.retryable === true,
    extensions,
  };
}

/** Makes a message of the API read as a sentence. */
export function sentence(message: string): string {
  const text = message.trim();
  const ended = /[.!?…]$/.test(text) ? text : text + ".";
  // What begins with a name of the schema or an id keeps its case.
  return /^[a-z]+(?:[\s,:]|$)/.test(ended) ? ended[0]!.toUpperCase() + ended.slice(1) : ended;
}

/** A refusal with every fault that it names, for where no input shows them. */
export function inFull(refusal: Refusal): string {
  if (refusal.violations.length === 0) return refusal.message;
  return refusal.violations.map((v) => sentence(`${v.path}: ${v.message}`)).join(" ");
}

/** Violations of one input, and those of what lies below it. */
export function violationsAt(refusal: Refusal | undefined, path: string): Violation[] {
  return refusal?.violations.filter((v) => v.path === path || v.path.startsWith(path + ".") || v.path.startsWith(path + "[")) ?? [];
}

/** Violations that none of the form's inputs shows. */
export function violationsElsewhere(refusal: Refusal | undefined, paths: string[]): Violation[] {
  return refusal?.violations.filter((v) => !paths.some((p) => violationsAt(refusal, p).includes(v))) ?? [];
}
