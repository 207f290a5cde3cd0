// Reads and writes JSON so that nothing of it is lost. JSON.parse turns 1.0 into 1, cuts
// long numbers, drops repeated keys and reorders those that look like numbers; what
// operators see here must be what was sent.

/** One JSON value as text, byte for byte as it came or is to be sent. */
export class JsonText {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
  /** Makes caches tell two texts apart. */
  toJSON(): string {
    return this.text;
  }
}

/** The members of answers whose schema type is JSON or Condition: they stay text. */
const rawMembers = new Set(["payload", "before", "after", "input", "filter"]);

/** Reads a GraphQL answer; throws SyntaxError on anything that is no JSON. */
export function readAnswer(text: string): unknown {
  return new Reader(text, rawMembers).whole();
}

/** A number as it was spelt. */
export class NumberText {
  constructor(readonly text: string) {}
  toJSON(): string {
    return this.text;
  }
}

/** Reads any JSON, with numbers as they were spelt. */
export function readExact(text: string): unknown {
  return new Reader(text, undefined).whole();
}

/** Writes a value, with every JsonText and NumberText as it stands. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText || value instanceof NumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map((v) => writeJson(v ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, v]) => v !== undefined);
    return `{${members.map(([k, v]) => `${JSON.stringify(k)}:${writeJson(v)}`).join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

class Reader {
  private at = 0;
  constructor(
    private readonly text: string,
    /** Members to keep as text; undefined reads everything, with numbers as text. */
    private readonly raw: Set<string> | undefined,
  ) {}

  whole(): unknown {
    const value = this.value();
    this.space();
    if (this.at < this.text.length) this.fail();
    return value;
  }

  private value(): unknown {
    this.space();
    switch (this.text[this.at]) {
      case "{":
        return this.object();
      case "[":
        return this.array();
      case '"':
        return JSON.parse(this.take(stringToken));
      default: {
        const token = this.take(plainToken);
        if (!this.raw && /^[-\d]/.test(token)) return new NumberText(token);
        return JSON.parse(token);
      }
    }
  }

  private object(): object {
    const object: Record<string, unknown> = {};
    this.at++;
    for (let first = true; !this.closes("}", first); first = false) {
      this.space();
      const name = JSON.parse(this.take(stringToken)) as string;
      this.space();
      if (this.text[this.at++] !== ":") this.fail();
      // "__proto__" as a plain member, not as the object's prototype.
      Object.defineProperty(object, name, {
        value: this.raw?.has(name) ? this.rawValue() : this.value(),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return object;
  }

  private array(): unknown[] {
    const array: unknown[] = [];
    this.at++;
    for (let first = true; !this.closes("]", first); first = false) array.push(this.value());
    return array;
  }

  private rawValue(): JsonText | null {
    this.space();
    const start = this.at;
    let depth = 0;
    do {
      this.space();
      const c = this.text[this.at];
      if (c === "{" || c === "[") depth++;
      if (c === "}" || c === "]") depth--;
      if (c === '"') this.take(stringToken);
      else if (c !== undefined && "{}[],:".includes(c)) this.at++;
      else this.take(plainToken);
    } while (depth > 0);
    const text = this.text.slice(start, this.at);
    return text === "null" ? null : new JsonText(text);
  }

  /** Steps over the comma before a further member, or over the closing bracket. */
  private closes(bracket: string, first: boolean): boolean {
    this.space();
    const c = this.text[this.at];
    if (c === bracket) {
      this.at++;
      return true;
    }
    if (!first) {
      if (c !== ",") this.fail();
      this.at++;
    }
    return false;
  }

  private space(): void {
    whiteSpace.lastIndex = this.at;
    whiteSpace.test(this.text);
    this.at = whiteSpace.lastIndex;
  }

  private take(token: RegExp): string {
    token.lastIndex = this.at;
    const found = token.exec(this.text);
    if (!found) this.fail();
    this.at = token.lastIndex;
    return found[0];
  }

  private fail(): never {
    const line = this.text.slice(0, this.at).split("\n").length;
    throw new SyntaxError(
      this.at >= this.text.length ? "The JSON ends too early." : `No JSON from line ${line} on: ${this.text.slice(this.at, this.at + 20)}`,
    );
  }
}

const whiteSpace = /[ \t\n\r]*/y;
const stringToken = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const plainToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;

/** Lays JSON out over lines without touching a token of it. */
export function indent(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let opened = false;
  const line = () => "\n" + "  ".repeat(depth);
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const closes = token === "}" || token === "]";
    if (closes) depth--;
    if (opened !== closes) out.push(line());
    if (token === ",") out.push(",", line());
    else out.push(token === ":" ? ": " : token);
    opened = token === "{" || token === "[";
    if (opened) depth++;
  }
  return out.join("");
}
