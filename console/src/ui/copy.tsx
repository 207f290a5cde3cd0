import { useState } from "react";
import { announce } from "./announce";
import "./copy.css";

/** Puts text on the clipboard, also where the page came over plain http. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("not copied");
}

/** A button that copies. */
export function Copy({ text, what }: { text: string; what: string }) {
  const [done, setDone] = useState(false);
  const click = () =>
    copy(text).then(
      () => {
        setDone(true);
        announce(`Copied: ${what}`);
        setTimeout(() => setDone(false), 1_500);
      },
      () => announce("The browser did not let it be copied", "bad"),
    );
  return (
    <button type="button" className="copy" aria-label={`Copy ${what}`} title={`Copy ${what}`} data-done={done || undefined} onClick={click}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {done ? <path d="M3 7.4 5.8 10.2 11 4.4" /> : <path d="M5 4.5h6v7H5zM3 9.5v-7h6" />}
      </svg>
    </button>
  );
}

/** An id, short enough for a table, whole on hover and when copied. */
export function Id({ of, whole }: { of: string; whole?: boolean }) {
  const shown = whole || of.length <= 14 ? of : `${of.slice(0, 4)}…${of.slice(-6)}`;
  return (
    <span className="id">
      <code title={whole ? undefined : of}>{shown}</code>
      <Copy text={of} what={`id ${shown}`} />
    </span>
  );
}
