import { useSyncExternalStore } from "react";

// Times are local, with UTC on hover, to the microsecond that the API gave.

const thisYear = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const anyYear = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });
const clockOnly = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** The zone that times are shown in. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time in words of the reader's place. */
export function localTime(at: string): string {
  const date = new Date(at);
  return (date.getFullYear() === new Date().getFullYear() ? thisYear : anyYear).format(date);
}

/** The same instant as the API gave it. */
export function utcTime(at: string): string {
  return at.replace("T", " ").replace(/Z$/, " UTC");
}

export function Time({ at, only }: { at: string; only?: "clock" }) {
  return (
    <time className="nowrap" dateTime={at} title={utcTime(at)}>
      {only === "clock" ? clockOnly.format(new Date(at)) : localTime(at)}
    </time>
  );
}

/** A length of time in words: the two largest units that say something. */
export function inWords(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  const parts: [number, string][] = [
    [Math.floor(s / 86_400), "d"],
    [Math.floor(s / 3_600) % 24, "h"],
    [Math.floor(s / 60) % 60, "min"],
    [s % 60, "s"],
  ];
  const first = parts.findIndex(([n]) => n > 0);
  if (first < 0) return "0 s";
  return parts
    .slice(first, first + 2)
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n} ${unit}`)
    .join(" ");
}

/** Milliseconds in words. */
export function millis(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function listen(listener: () => void): () => void {
  // Nobody listened for a while, perhaps.
  if (listeners.size === 0) now = Date.now();
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const l of listeners) l();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The present, told anew every second. */
export function useNow(): number {
  return useSyncExternalStore(listen, () => now);
}

/** How long ago, or how long until. */
export function Relative({ at }: { at: string }) {
  const seconds = (new Date(at).getTime() - useNow()) / 1_000;
  const words = Math.abs(seconds) < 1 ? "now" : seconds > 0 ? `in ${inWords(seconds)}` : `${inWords(-seconds)} ago`;
  return (
    <time className="nowrap" dateTime={at} title={`${localTime(at)}, ${utcTime(at)}`}>
      {words}
    </time>
  );
}
