import { useAsk } from "../api/hooks";
import { HealthDocument, type HealthQuery } from "../gql/graphql";
import { useMay } from "../session/viewer";
import { inWords } from "../ui/time";

type Health = HealthQuery["dispatcher"];

/** How the dispatcher is doing, asked again every ten seconds; nothing for callers that may not know. */
export function useHealth() {
  const allowed = useMay("health");
  return { allowed, ...useAsk(HealthDocument, {}, { pause: !allowed, every: 10_000 }) };
}

/** Due work that waits longer than this, in seconds, means that passes do not keep up. */
const late = 60;

/** Says whether something is wrong with the dispatcher, and what. */
export function judge(health: Health): { tone: "ok" | "warn" | "bad"; words: string } {
  if (health.silent) {
    return {
      tone: "bad",
      words: health.lastPassAt
        ? "The dispatcher is silent: no pass has ended for longer than any may take."
        : "The dispatcher has not made a pass yet.",
    };
  }
  if (health.oldestDueSeconds > late) {
    return { tone: "warn", words: `Work is late: the oldest has been due for ${inWords(health.oldestDueSeconds)}.` };
  }
  return { tone: "ok", words: "The dispatcher keeps up." };
}
