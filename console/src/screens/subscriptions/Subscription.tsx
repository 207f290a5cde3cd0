import { useAsk } from "../../api/hooks";
import { indent } from "../../api/json";
import { SubscriptionDocument, type SubscriptionQuery } from "../../gql/graphql";
import { Link, useId, useSearch } from "../../navigate";
import { may, useViewer, whyNot, type Viewer } from "../../session/viewer";
import { NotFound } from "../../shell/Missing";
import { Page } from "../../shell/Page";
import { Button } from "../../ui/Button";
import { Copy, Id } from "../../ui/copy";
import { Failed, Note, Waiting } from "../../ui/states";
import { Status } from "../../ui/Status";
import { Relative, Time } from "../../ui/time";
import { Fact, Facts } from "../../ui/Timeline";
import { accountName } from "../common";
import { Dialogs } from "./Dialogs";
import { OwnDeliveries } from "./OwnDeliveries";
import { Replays } from "./Replays";
import { readCondition } from "./filter/model";
import { inWords } from "./filter/words";
import { reasonInWords } from "./words";
import "./subscription.css";

const from = { to: "/subscriptions", name: "Subscriptions" };

export type Shown = NonNullable<SubscriptionQuery["integrationSubscription"]>;

/** One subscription: what it does, how it is doing, and what can be done. */
export default function Subscription() {
  const id = useId();
  const asked = useAsk(SubscriptionDocument, { id }, { every: 20_000 });
  const s = asked.data?.integrationSubscription;
  if (asked.data && !s) return <NotFound what="subscription" {...from} />;
  if (!s) {
    return (
      <Page title="Subscription" from={from}>
        <div className="body">
          {asked.refusal ? <Failed refusal={asked.refusal} again={asked.again} what="The subscription" /> : <Waiting lines={10} />}
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={s.eventType.name}
      from={from}
      mark={s.deletedAt ? <Status of="CANCELLED">Removed</Status> : <Status of={s.status} />}
      about={<>for {accountName(s.connection)}</>}
      actions={!s.deletedAt && <Actions of={s} />}
    >
      <div className="body stack">
        <Standing of={s} />
        <div className="subscription-parts">
          <Definition of={s} />
          <Replays of={s} />
        </div>
        <OwnDeliveries id={s.id} />
      </div>
      {!s.deletedAt && <Dialogs of={s} again={asked.again} />}
    </Page>
  );
}

function Actions({ of: s }: { of: Shown }) {
  const viewer = useViewer();
  const [, change] = useSearch();
  const manages = may(viewer, "manage");
  const operates = may(viewer, "operate");
  const open = (dialog: string) => () => change({ dialog });
  return (
    <div className="subscription-actions">
      <div className="row">
        {manages && (
          <>
            <Button onClick={open("edit")}>Edit</Button>
            {s.status === "ACTIVE" ? (
              <Button onClick={open("pause")}>Pause</Button>
            ) : (
              <Button kind="primary" onClick={open("resume")}>
                Resume
              </Button>
            )}
            {s.mode === "PUSH" && <Button onClick={open("test")}>Send a test</Button>}
          </>
        )}
        {operates && s.status === "ACTIVE" && (
          <>
            <Button onClick={open("replay")}>Replay</Button>
            <Button onClick={open("retry")}>Retry dead</Button>
          </>
        )}
        {manages && (
          <Button kind="quiet" onClick={open("remove")}>
            Remove
          </Button>
        )}
      </div>
      {reasons(viewer, s).map((r) => (
        <p key={r} className="quiet small">
          {r}
        </p>
      ))}
    </div>
  );
}

/** Why buttons that one may look for are not there. */
function reasons(viewer: Viewer, s: Shown): string[] {
  const all: string[] = [];
  if (!may(viewer, "manage")) all.push(whyNot(viewer, "manage", "Changing it"));
  else if (s.mode === "PULL") all.push("There is no address to test: deliveries wait in the account's feed.");
  if (!may(viewer, "operate")) all.push(whyNot(viewer, "operate", "Replaying and retrying"));
  else if (s.status === "PAUSED") all.push("It can be replayed and retried once it is resumed.");
  return all;
}

function Standing({ of: s }: { of: Shown }) {
  if (s.deletedAt) {
    return (
      <Note tone="mute">
        It was removed <Relative at={s.deletedAt} />, and takes no changes. What waited then was cancelled.
      </Note>
    );
  }
  if (s.status === "PAUSED") return <Paused of={s} />;
  if (s.installation.status === "SUSPENDED") {
    return (
      <Note tone="warn">
        Its <Link to={`/installations/${s.installation.id}`}>installation</Link> is suspended: changes are skipped and what waits is held until it is
        resumed.
      </Note>
    );
  }
  if (s.consecutiveDead > 0) {
    return (
      <Note tone="warn">
        {s.consecutiveDead === 1 ? "The last delivery that ended is dead." : `The last ${s.consecutiveDead} deliveries that ended are dead.`} Fifty in
        a row pause the subscription.{" "}
        <Link to={`/subscriptions/${s.id}`} search={{ status: "DEAD" }}>
          Show the dead ones
        </Link>
      </Note>
    );
  }
  return null;
}

function Paused({ of: s }: { of: Shown }) {
  const held =
    s.held === 0
      ? "No delivery waits"
      : s.held >= 10_000
        ? "10,000 deliveries or more wait"
        : s.held === 1
          ? "1 delivery waits"
          : `${s.held.toLocaleString()} deliveries wait`;
  return (
    <Note tone={s.pauseReason === "ADMINISTRATOR" ? "warn" : "bad"}>
      <p>
        <strong>Paused: {reasonInWords(s.pauseReason)}</strong>
        {s.pausedAt && (
          <>
            , <Relative at={s.pausedAt} /> (<Time at={s.pausedAt} />)
          </>
        )}
        . {held} for it to be resumed; what changes in the meantime is not delivered, but can be replayed afterwards.
      </p>
      <p>
        {s.pauseReason === "CONSECUTIVE_DEAD" ? (
          <>
            What to do: look at{" "}
            <Link to={`/subscriptions/${s.id}`} search={{ status: "DEAD" }}>
              why they died
            </Link>
            , mend the cause, send a test, and resume it.
          </>
        ) : s.pauseReason === "ACCEPTANCE_WITHDRAWN" ? (
          <>
            What to do: have {s.eventType.name} accepted on the <Link to={`/installations/${s.installation.id}`}>installation's page</Link>, then
            resume it. Accepting alone resumes nothing.
          </>
        ) : (
          <>What to do: resume it once whoever paused it is content.</>
        )}
      </p>
    </Note>
  );
}

function Definition({ of: s }: { of: Shown }) {
  const reads = useViewer();
  return (
    <section className="card" aria-label="What it does">
      <h2>What it does</h2>
      <Facts>
        <Fact name="Account">
          <Link to={`/accounts/${s.connection.id}`}>{accountName(s.connection)}</Link>
        </Fact>
        <Fact name="Installation">
          <Link to={`/installations/${s.installation.id}`}>{s.installation.integration.name}</Link>
        </Fact>
        <Fact name="Mode">{s.mode === "PUSH" ? "Push" : "Pull: they wait in the account's feed"}</Fact>
        {s.destinationUrl && (
          <Fact name="Address" wide>
            <span className="id">
              <code>{s.destinationUrl}</code>
              <Copy text={s.destinationUrl} what="address" />
            </span>
          </Fact>
        )}
        <Fact name="Made">
          <Time at={s.createdAt} />
        </Fact>
        <Fact name="Changed last">
          <Time at={s.updatedAt} />
        </Fact>
        <Fact name="Version">{s.version}</Fact>
        <Fact name="Id">
          <Id of={s.id} />
        </Fact>
        {may(reads, "trails") && (
          <Fact name="Trail">
            <Link to="/trails" search={{ subject: s.id }}>
              Who changed it
            </Link>
          </Fact>
        )}
      </Facts>
      <h3 className="subscription-filter">Filter</h3>
      {s.filter ? (
        <>
          <p>Delivers where {sentence(s.filter.text)}</p>
          <details>
            <summary>As JSON</summary>
            <pre className="answer">{indent(s.filter.text)}</pre>
          </details>
        </>
      ) : (
        <p className="quiet">None: every change of this type is delivered.</p>
      )}
    </section>
  );
}

function sentence(filter: string): string {
  try {
    return inWords(readCondition(filter));
  } catch {
    return filter;
  }
}
