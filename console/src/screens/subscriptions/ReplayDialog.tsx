import { lazy, Suspense, useState } from "react";
import { useAct, useAsk } from "../../api/hooks";
import { violationsAt, type Refusal } from "../../api/refusal";
import { ReplayEstimateDocument, StartReplayDocument } from "../../gql/graphql";
import { useGo } from "../../navigate";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import type { Window } from "../../ui/Period";
import { Note, Refused, Waiting } from "../../ui/states";
import { announce } from "../../ui/announce";
import type { Shown } from "./Subscription";

const DateRange = lazy(() => import("../../ui/DateRange"));

/** A window that ends now. */
export function lastDay(): Required<Window> {
  const end = Math.ceil(Date.now() / 60_000) * 60_000;
  return { since: new Date(end - 86_400_000).toISOString(), until: new Date(end).toISOString() };
}

/** Asks for a replay, with what it would do before. */
export function ReplayDialog({ of, onClose }: { of: Shown; onClose: () => void }) {
  const [window, setWindow] = useState(lastDay);
  const backwards = window.until <= window.since;
  const asked = useAsk(ReplayEstimateDocument, { subscriptionId: of.id, from: window.since, to: window.until }, { pause: backwards });
  const [start, starting] = useAct(StartReplayDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const go = useGo();
  const estimate = asked.data?.replayEstimate;
  const begin = async () => {
    const done = await start({ input: { id: of.id, from: window.since, to: window.until } });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce("The replay was requested");
    go(`/replays/${done.data.replayIntegrationSubscription.replay.id}`);
  };
  const shown = refusal ?? asked.refusal;
  const faults = [...violationsAt(shown, "from"), ...violationsAt(shown, "to")];
  return (
    <Dialog
      title="Replay changes"
      size="small"
      onClose={onClose}
      onSubmit={() => !backwards && !starting && void begin()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={starting} disabled={backwards || estimate?.matching === 0}>
            Start the replay
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          Changes recorded in a window go through the subscription again, as it filters and delivers now. Receivers see the same change ids, so they
          can tell what they know already.
        </p>
        <Suspense fallback={<Waiting lines={2} />}>
          <DateRange label="Changes recorded from and to" value={window} onChange={setWindow} faults={faults} />
        </Suspense>
        <div className="estimate" aria-live="polite">
          {asked.refusal || backwards ? null : !estimate ? (
            <Waiting lines={2} />
          ) : (
            <Note tone={estimate.matching === 0 ? "mute" : "wait"}>
              {estimate.capped ? "More than " : ""}
              <strong>{estimate.changes.toLocaleString()}</strong> {estimate.changes === 1 ? "change lies" : "changes lie"} in this window;{" "}
              <strong>
                {estimate.capped && estimate.matching > 0 ? "more than " : ""}
                {estimate.matching.toLocaleString()}
              </strong>{" "}
              {estimate.matching === 1 ? "matches the filter and would be delivered again." : "match the filter and would be delivered again."}
            </Note>
          )}
        </div>
        <Refused refusal={shown && faults.length === 0 ? shown : undefined} />
      </div>
    </Dialog>
  );
}
