import type { ReactNode } from "react";
import { inFull, type Refusal } from "../api/refusal";
import { Button } from "./Button";
import "./states.css";

/** Nothing to show, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children && <div className="state-words">{children}</div>}
    </div>
  );
}

/** It could not be shown, why, and another try where that may help. */
export function Failed({ refusal, again, what, children }: { refusal: Refusal; again?: () => void; what: string; children?: ReactNode }) {
  return (
    <div className="state" role="alert">
      <p className="state-title">{refusal.code === "FORBIDDEN" ? `${what} is not open to you` : `${what} could not be shown`}</p>
      <div className="state-words">{inFull(refusal)}</div>
      {children}
      {again && refusal.code !== "FORBIDDEN" && <Button onClick={again}>Try again</Button>}
    </div>
  );
}

/** A refusal in words, above what it is about. */
export function Refused({ refusal, children }: { refusal: Refusal | undefined; children?: ReactNode }) {
  if (!refusal) return null;
  return (
    <div className="refused" role="alert">
      <p>{refusal.message}</p>
      {children}
    </div>
  );
}

/** Something to know before going on. */
export function Note({ tone = "wait", children }: { tone?: "wait" | "warn" | "bad" | "ok" | "mute"; children: ReactNode }) {
  return <div className={`note note-${tone}`}>{children}</div>;
}

/** Room for something that is on its way, of the height that it will have. */
export function Waiting({ lines = 3 }: { lines?: number }) {
  return (
    <div className="waiting" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} className="bone" />
      ))}
    </div>
  );
}
