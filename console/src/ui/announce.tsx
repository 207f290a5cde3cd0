import { useSyncExternalStore } from "react";
import "./announce.css";

interface Notice {
  text: string;
  tone: "ok" | "bad";
  number: number;
}

let current: Notice | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(notice: Notice | undefined) {
  current = notice;
  for (const l of listeners) l();
}

/** Says what came of an action, to eyes and to screen readers, for some seconds. */
export function announce(text: string, tone: "ok" | "bad" = "ok"): void {
  clearTimeout(timer);
  set({ text, tone, number: (current?.number ?? 0) + 1 });
  timer = setTimeout(() => set(undefined), 5_000);
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Where announcements appear; once, in the shell. */
export function Announcements() {
  const notice = useSyncExternalStore(listen, () => current);
  return (
    <div className="announcements" role="status" aria-live="polite">
      {notice && (
        <p key={notice.number} data-tone={notice.tone}>
          {notice.text}
        </p>
      )}
    </div>
  );
}
