import { useMemo, useState, type ReactNode } from "react";
import { indent } from "../api/json";
import { Button } from "./Button";
import { Copy } from "./copy";
import "./json.css";

// Beyond this many characters colours cost more than they tell.
const colourful = 60_000;
const linesAtFirst = 200;

/** JSON laid out for reading; every token of it is as it was sent. */
export function Json({ text, name }: { text: string; name: string }) {
  const [all, setAll] = useState(false);
  const lines = useMemo(() => indent(text).split("\n"), [text]);
  const shown = (all ? lines : lines.slice(0, linesAtFirst)).join("\n");
  return (
    <figure className="json">
      <figcaption>
        <span>{name}</span>
        <span className="quiet small">{new TextEncoder().encode(text).length.toLocaleString()} bytes</span>
        <Copy text={text} what={`${name}, as it was sent`} />
      </figcaption>
      {/* Scrolls, so the keyboard must reach it. */}
      <pre tabIndex={0} role="region" aria-label={name}>
        {shown.length > colourful ? shown : colours(shown)}
      </pre>
      {lines.length > linesAtFirst && !all && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          Show all {lines.length.toLocaleString()} lines
        </Button>
      )}
    </figure>
  );
}

function colours(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g)) {
    const [token, colon] = found;
    const kind = colon ? "key" : token.startsWith('"') ? "text" : "number";
    parts.push(text.slice(at, found.index));
    parts.push(
      <span key={found.index} className={`json-${kind}`}>
        {token}
      </span>,
    );
    at = found.index + token.length;
  }
  parts.push(text.slice(at));
  return parts;
}
