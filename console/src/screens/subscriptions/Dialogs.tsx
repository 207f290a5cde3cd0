import { useState } from "react";
import { useAct } from "../../api/hooks";
import type { Refusal } from "../../api/refusal";
import {
  DeleteSubscriptionDocument,
  PauseSubscriptionDocument,
  ResumeSubscriptionDocument,
  TestSubscriptionDocument,
  type AttemptFragment,
} from "../../gql/graphql";
import { Link, useGo, useSearch } from "../../navigate";
import { useMay } from "../../session/viewer";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Confirm, Dialog } from "../../ui/Dialog";
import { Refused } from "../../ui/states";
import { ReplayDialog } from "./ReplayDialog";
import { RetryDialog } from "./RetryDialog";
import type { Shown } from "./Subscription";
import { SubscriptionDialog } from "./SubscriptionDialog";
import { TestResult } from "./TestResult";

interface Props {
  of: Shown;
  again: () => void;
  onClose: () => void;
}

/** The dialog that the address names. */
export function Dialogs({ of, again }: Omit<Props, "onClose">) {
  const [search, change] = useSearch();
  const manages = useMay("manage");
  const operates = useMay("operate");
  const onClose = () => change({ dialog: undefined }, { replace: true });
  const props = { of, again, onClose };
  switch (search.dialog) {
    case "edit":
      return manages && <SubscriptionDialog existing={of} onClose={onClose} onDone={() => (onClose(), again())} />;
    case "pause":
      return manages && <Pause {...props} />;
    case "resume":
      return manages && <Resume {...props} />;
    case "test":
      return manages && of.mode === "PUSH" && <Test {...props} />;
    case "remove":
      return manages && <Remove {...props} />;
    case "replay":
      return operates && <ReplayDialog of={of} onClose={onClose} />;
    case "retry":
      return operates && <RetryDialog {...props} />;
    default:
      return null;
  }
}

function Pause({ of, again, onClose }: Props) {
  const [act, busy] = useAct(PauseSubscriptionDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const confirm = async () => {
    const done = await act({ id: of.id });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce("The subscription is paused");
    onClose();
    again();
  };
  return (
    <Confirm title="Pause the subscription?" action="Pause" busy={busy} refusal={refusal} onConfirm={() => void confirm()} onClose={onClose}>
      <p>It takes no changes, and the deliveries that wait are held until it is resumed. What changes in the meantime comes by a replay only.</p>
    </Confirm>
  );
}

function Resume({ of, again, onClose }: Props) {
  const [act, busy] = useAct(ResumeSubscriptionDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const held =
    of.held >= 10_000
      ? "10,000 deliveries or more wait"
      : of.held === 1
        ? "1 delivery waits"
        : of.held === 0
          ? "No delivery waits"
          : `${of.held.toLocaleString()} deliveries wait`;
  const accepted = of.installation.acceptedEventTypes.includes(of.eventType.name) && of.installation.release.declares.includes(of.eventType.name);
  const confirm = async () => {
    const done = await act({ id: of.id });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce("The subscription takes changes again");
    onClose();
    again();
  };
  return (
    <Confirm
      title="Resume the subscription?"
      action="Resume"
      busy={busy}
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
      disabled={!accepted}
    >
      <p>
        <strong>{held}</strong>
        {of.held > 0 && ` and ${of.held === 1 ? "goes" : "go"} on at once, none before its due time`}. The count of dead deliveries begins at 0. What
        changed during the pause comes by a replay only.
      </p>
      {!accepted && (
        <p className="note note-warn">
          {of.eventType.name} is not accepted, so it can't be resumed yet.{" "}
          <Link to={`/installations/${of.installation.id}`}>Accept it on the installation's page</Link> first.
        </p>
      )}
    </Confirm>
  );
}

function Remove({ of, onClose }: Props) {
  const [act, busy] = useAct(DeleteSubscriptionDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const go = useGo();
  const confirm = async () => {
    const done = await act({ id: of.id });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce("The subscription was removed");
    go("/subscriptions", { replace: true });
  };
  return (
    <Confirm
      danger
      title="Remove the subscription?"
      action="Remove it"
      busy={busy}
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>It takes no more changes, and the deliveries that wait are cancelled. This can't be undone; what was delivered stays on record.</p>
    </Confirm>
  );
}

function Test({ of, onClose }: Props) {
  const [act, busy] = useAct(TestSubscriptionDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const [attempt, setAttempt] = useState<AttemptFragment>();
  const send = async () => {
    setAttempt(undefined);
    const done = await act({ id: of.id });
    setRefusal(done.refusal);
    setAttempt(done.data?.testIntegrationSubscription.attempt);
  };
  return (
    <Dialog
      title="Send a test"
      size="small"
      onClose={onClose}
      onSubmit={() => !busy && void send()}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {attempt ? "Send another" : "Send"}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          One signed request with a sample of {of.eventType.name} goes to <span className="mono">{of.destinationUrl}</span>. It is no delivery and
          changes no count.
        </p>
        <Refused refusal={refusal} />
        {attempt && <TestResult attempt={attempt} />}
      </div>
    </Dialog>
  );
}
