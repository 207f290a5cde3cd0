import { useState } from "react";
import { Label, ProgressBar } from "react-aria-components";
import { useAct, useAsk } from "../../api/hooks";
import type { Refusal } from "../../api/refusal";
import { CancelReplayDocument, ReplayDocument, ReplayEstimateDocument, type ReplayFragment } from "../../gql/graphql";
import { Link, useId } from "../../navigate";
import { useMay, useViewer, whyNot } from "../../session/viewer";
import { NotFound } from "../../shell/Missing";
import { Page } from "../../shell/Page";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Id } from "../../ui/copy";
import { Failed, Note, Refused, Waiting } from "../../ui/states";
import { Status } from "../../ui/Status";
import { Time } from "../../ui/time";
import { Fact, Facts } from "../../ui/Timeline";
import { accountName } from "../common";
import "./replay.css";

const from = { to: "/subscriptions", name: "Subscriptions" };

/** One replay, while it runs and afterwards. */
export default function Replay() {
  const id = useId();
  const [over, setOver] = useState(false);
  const asked = useAsk(ReplayDocument, { id }, { every: over ? undefined : 1_000 });
  const node = asked.data?.node;
  const replay = node?.__typename === "Replay" ? node : undefined;
  const ended = replay?.status === "COMPLETED" || replay?.status === "CANCELLED";
  if (ended !== over && replay) setOver(ended);
  if (asked.data && !replay) return <NotFound what="replay" {...from} />;
  if (!replay) {
    return (
      <Page title="Replay" from={from}>
        <div className="body">{asked.refusal ? <Failed refusal={asked.refusal} again={asked.again} what="The replay" /> : <Waiting lines={6} />}</div>
      </Page>
    );
  }
  return <Shown replay={replay} again={asked.again} />;
}

function Shown({ replay: r, again }: { replay: ReplayFragment; again: () => void }) {
  const viewer = useViewer();
  const operates = useMay("operate");
  const [cancel, cancelling] = useAct(CancelReplayDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const estimate = useAsk(
    ReplayEstimateDocument,
    { subscriptionId: r.subscription.id, from: r.from, to: r.to },
    { pause: r.status !== "RUNNING" && r.status !== "QUEUED" },
  );
  const running = r.status === "RUNNING" || r.status === "QUEUED";
  const stop = async () => {
    const done = await cancel({ id: r.id });
    setRefusal(done.refusal);
    if (done.data) announce("The replay was cancelled; the deliveries that it made go on");
    again();
  };
  // What the filter refuses makes no delivery, so the measure is what matches.
  const goal = Math.max(estimate.data?.replayEstimate.matching ?? r.changes, r.enqueued);
  const about = `${r.subscription.eventType.name} for ${accountName(r.subscription.connection)}`;
  return (
    <Page
      title="Replay"
      from={{ to: `/subscriptions/${r.subscription.id}`, name: r.subscription.eventType.name }}
      mark={<Status of={r.status} />}
      about={about}
      actions={
        !running ? (
          <p className="quiet small">It has ended, so there is nothing to cancel.</p>
        ) : operates ? (
          <Button busy={cancelling} onClick={() => void stop()}>
            Cancel the replay
          </Button>
        ) : (
          <p className="quiet small">{whyNot(viewer, "operate", "Cancelling")}</p>
        )
      }
    >
      <div className="body stack">
        <Refused refusal={refusal} />
        {running && r.subscription.status === "PAUSED" && (
          <Note tone="warn">
            It waits until its <Link to={`/subscriptions/${r.subscription.id}`}>subscription</Link> is resumed.
          </Note>
        )}
        <ProgressBar
          className="progress"
          value={running ? r.enqueued : 1}
          maxValue={running ? Math.max(goal, 1) : 1}
          isIndeterminate={r.status === "QUEUED"}
        >
          {({ percentage }) => (
            <>
              <div className="progress-head">
                <Label>
                  {running
                    ? r.status === "QUEUED"
                      ? "Waits to begin"
                      : "Making deliveries"
                    : r.status === "COMPLETED"
                      ? "All deliveries were made"
                      : "Stopped"}
                </Label>
                <span>
                  {r.enqueued.toLocaleString()} {r.enqueued === 1 ? "delivery" : "deliveries"} made
                </span>
              </div>
              <div className="progress-track" data-status={r.status}>
                <div style={{ width: `${r.status === "CANCELLED" ? (goal ? (100 * r.enqueued) / goal : 0) : (percentage ?? 0)}%` }} />
              </div>
            </>
          )}
        </ProgressBar>
        <section className="card" aria-label="Replay">
          <Facts>
            <Fact name="Window">
              <Time at={r.from} /> to <Time at={r.to} />
            </Fact>
            <Fact name="Changes in it">{r.changes === 0 && running ? "not counted yet" : r.changes.toLocaleString()}</Fact>
            <Fact name="Requested">
              <Time at={r.requestedAt} />
            </Fact>
            {r.completedAt && (
              <Fact name="Ended">
                <Time at={r.completedAt} />
              </Fact>
            )}
            <Fact name="Id">
              <Id of={r.id} />
            </Fact>
            <Fact name="Deliveries">
              <Link to={`/subscriptions/${r.subscription.id}`} search={{ since: r.requestedAt }}>
                Made since it was requested
              </Link>
            </Fact>
          </Facts>
        </section>
      </div>
    </Page>
  );
}
