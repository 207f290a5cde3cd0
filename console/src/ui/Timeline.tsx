import type { ReactNode } from "react";
import { Time } from "./time";
import "./timeline.css";

type Tone = "ok" | "wait" | "warn" | "bad" | "mute";

interface MomentProps {
  tone: Tone;
  title: ReactNode;
  at?: string | null;
  /** What has not happened yet. */
  ahead?: boolean;
  children?: ReactNode;
}

/** What happened to one thing, in its order. */
export function Timeline({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ol className="timeline" aria-label={name}>
      {children}
    </ol>
  );
}

export function Moment({ tone, title, at, ahead, children }: MomentProps) {
  return (
    <li className={`moment moment-${tone}`} data-ahead={ahead || undefined}>
      <div className="moment-head">
        <h3>{title}</h3>
        {at && (
          <span className="quiet small">
            <Time at={at} />
          </span>
        )}
      </div>
      {children}
    </li>
  );
}

/** Small facts, each with its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children, wide }: { name: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className={wide ? "fact-wide" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
