import { lazy, Suspense, useState } from "react";
import { useAct, useAsk } from "../../api/hooks";
import { violationsAt, type Refusal } from "../../api/refusal";
import { DeadInWindowDocument, RetryDeliveriesDocument } from "../../gql/graphql";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Note, Refused, Waiting } from "../../ui/states";
import { lastDay } from "./ReplayDialog";
import type { Shown } from "./Subscription";

const DateRange = lazy(() => import("../../ui/DateRange"));

/** Restarts all dead deliveries of a window. */
export function RetryDialog({ of, again, onClose }: { of: Shown; again: () => void; onClose: () => void }) {
  const [window, setWindow] = useState(lastDay);
  const backwards = window.until <= window.since;
  const asked = useAsk(DeadInWindowDocument, { id: of.id, since: window.since, until: window.until }, { pause: backwards });
  const [retry, retrying] = useAct(RetryDeliveriesDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const dead = asked.data?.integrationSubscription?.deliveries;
  const go = async () => {
    const done = await retry({ input: { subscriptionId: of.id, since: window.since, until: window.until } });
    setRefusal(done.refusal);
    if (!done.data) return;
    const n = done.data.retryIntegrationDeliveries.restarted;
    announce(n === 1 ? "1 delivery begins again" : `${n.toLocaleString()} deliveries begin again`);
    onClose();
    again();
  };
  const faults = [...violationsAt(refusal, "since"), ...violationsAt(refusal, "until")];
  const none = dead?.nodes.length === 0;
  return (
    <Dialog
      title="Retry dead deliveries"
      size="small"
      onClose={onClose}
      onSubmit={() => !backwards && !none && !retrying && void go()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={retrying} disabled={backwards || none}>
            Retry them
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>Each dead delivery that was made in the window begins again from its first attempt, with all six. Earlier attempts stay on record.</p>
        <Suspense fallback={<Waiting lines={2} />}>
          <DateRange label="Made from and to" value={window} onChange={setWindow} faults={faults} />
        </Suspense>
        <div className="estimate" aria-live="polite">
          {backwards ? null : !dead ? (
            <Waiting lines={1} />
          ) : (
            <Note tone={none ? "mute" : "wait"}>
              {none ? (
                "No delivery of this window is dead."
              ) : (
                <>
                  <strong>{dead.pageInfo.hasNextPage ? "More than 100" : dead.nodes.length}</strong>{" "}
                  {dead.nodes.length === 1 ? "delivery is" : "deliveries are"} dead in this window.
                </>
              )}
            </Note>
          )}
        </div>
        <Refused refusal={refusal && faults.length === 0 ? refusal : undefined} />
      </div>
    </Dialog>
  );
}
