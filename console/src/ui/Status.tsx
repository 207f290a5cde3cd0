import "./status.css";

type Tone = "ok" | "wait" | "warn" | "bad" | "mute";

// One look for one standing, wherever it is shown: a word, and a shape beside the
// colour for those who do not see it.
const looks: Record<string, [Tone, string]> = {
  DELIVERED: ["ok", "Delivered"],
  HANDLED: ["ok", "Handled"],
  IGNORED: ["mute", "Ignored"],
  RETRY: ["warn", "Asks for another attempt"],
  UNREACHABLE: ["bad", "Unreachable"],
  PENDING: ["wait", "Pending"],
  RETRYING: ["warn", "Retrying"],
  FAILED: ["bad", "Failed"],
  DEAD: ["bad", "Dead"],
  NO_CONSUMER: ["mute", "No consumer"],
  SKIPPED_FILTER: ["mute", "Skipped: filter"],
  SKIPPED_SUSPENDED: ["mute", "Skipped: suspended"],
  CANCELLED: ["mute", "Cancelled"],
  ACTIVE: ["ok", "Active"],
  PAUSED: ["warn", "Paused"],
  ENABLED: ["ok", "Enabled"],
  SUSPENDED: ["warn", "Suspended"],
  QUEUED: ["wait", "Queued"],
  RUNNING: ["wait", "Running"],
  COMPLETED: ["ok", "Completed"],
  CLAIMED: ["wait", "Under way"],
  SETTLED: ["mute", "Settled"],
  ABANDONED: ["warn", "Abandoned"],
  TRUE: ["ok", "Matches"],
  FALSE: ["mute", "Does not match"],
  UNKNOWN: ["warn", "Unknown"],
};

/** The word for a standing. */
export function statusInWords(status: string): string {
  return looks[status]?.[1] ?? status;
}

const shapes: Record<Tone, string> = {
  ok: "M3 6.2 5.2 8.4 9 3.8",
  wait: "M6 3.6V6l1.6 1M6 1.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6",
  warn: "M6 3v3.4M6 8.6v.2",
  bad: "M3.6 3.6l4.8 4.8M8.4 3.6 3.6 8.4",
  mute: "M3.4 6h5.2",
};

export function Status({ of, children }: { of: string; children?: string }) {
  const [tone, word] = looks[of] ?? ["mute", of];
  return <Badge tone={tone}>{children ?? word}</Badge>;
}

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`status status-${tone}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={shapes[tone]} />
      </svg>
      <span className="clip">{children}</span>
    </span>
  );
}
