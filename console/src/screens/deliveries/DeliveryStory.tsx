import type { AttemptFragment, DeliveryQuery, FailureClass } from "../../gql/graphql";
import { Link } from "../../navigate";
import { Badge } from "../../ui/Status";
import { Id } from "../../ui/copy";
import { millis, Relative, Time } from "../../ui/time";
import { Fact, Facts, Moment, Timeline } from "../../ui/Timeline";

type Of = NonNullable<DeliveryQuery["integrationDelivery"]>;

/** A delivery from the change on: every attempt of every run, and what comes next. */
export function DeliveryStory({ delivery: d }: { delivery: Of }) {
  let run = 1;
  return (
    <Timeline name="What happened to the delivery">
      <Moment tone="mute" title={d.replay ? "A replay made the delivery" : "The change was recorded"} at={d.createdAt} />
      {d.attempts.map((a) => {
        const restarted = a.run > run;
        run = a.run;
        return [
          restarted && <Moment key={`run ${a.run}`} tone="mute" title={`An operator began run ${a.run}`} />,
          <Attempt key={`${a.run}.${a.number}`} attempt={a} />,
        ];
      })}
      <Ending delivery={d} />
    </Timeline>
  );
}

export function Attempt({ attempt: a, title }: { attempt: AttemptFragment; title?: string }) {
  const tone = a.acknowledged ? "ok" : a.state === "CLAIMED" ? "wait" : a.state === "ABANDONED" ? "warn" : "bad";
  return (
    <Moment tone={tone} title={title ?? `Attempt ${a.number}: ${outcomeInWords(a)}`} at={a.startedAt}>
      <Facts>
        {a.failure && (
          <Fact name="Class">
            <Badge tone="bad">{a.failure}</Badge>
          </Fact>
        )}
        {a.httpStatus !== null && <Fact name="HTTP status">{a.httpStatus}</Fact>}
        {a.durationMs !== null && <Fact name="Took">{millis(a.durationMs)}</Fact>}
        {a.run > 1 && <Fact name="Run">{a.run}</Fact>}
        {a.leaseId && (
          <Fact name="Credential lease">
            <Id of={a.leaseId} />
          </Fact>
        )}
      </Facts>
      {a.responseExcerpt && (
        <pre className="answer" tabIndex={0} role="region" aria-label={`Answer to attempt ${a.number}${a.run > 1 ? ` of run ${a.run}` : ""}`}>
          {a.responseExcerpt}
        </pre>
      )}
    </Moment>
  );
}

function outcomeInWords(a: AttemptFragment): string {
  if (a.state === "CLAIMED") return "under way";
  if (a.state === "ABANDONED") return "given up, since its worker did not come back";
  if (a.acknowledged) return "acknowledged";
  return a.failure ? failureInWords(a.failure, a.httpStatus) : "failed";
}

/** Where an attempt failed, for people. */
export function failureInWords(failure: FailureClass, status: number | null | undefined): string {
  switch (failure) {
    case "CREDENTIAL":
      return "no credential could be had";
    case "DNS":
      return "the host name gave no address";
    case "BLOCKED_ADDRESS":
      return "the address may not be called";
    case "CONNECT":
      return "the connection was refused or reset";
    case "TLS":
      return "no secure connection could be made";
    case "TIMEOUT":
      return "no answer in time";
    case "HTTP_STATUS":
      return `the answer was ${status ?? "no success"}`;
    case "OTHER":
      return "it failed in another way";
  }
}

function Ending({ delivery: d }: { delivery: Of }) {
  switch (d.status) {
    case "PENDING":
    case "RETRYING":
      return <Ahead delivery={d} />;
    case "DELIVERED":
      return d.attempts.length ? null : <Moment tone="ok" title="The pull client's cursor passed it" at={d.settledAt} />;
    case "DEAD":
      return <Moment tone="bad" title="Dead: no further attempt is made unless an operator retries it" at={d.settledAt} />;
    case "SKIPPED_FILTER":
      return <Moment tone="mute" title="Skipped: the subscription's filter was not true for this change" at={d.settledAt} />;
    case "SKIPPED_SUSPENDED":
      return <Moment tone="mute" title="Skipped: the installation was suspended when the change was recorded" at={d.settledAt} />;
    case "CANCELLED":
      return <Moment tone="mute" title="Cancelled: its subscription, account or installation was removed while it waited" at={d.settledAt} />;
  }
}

function Ahead({ delivery: d }: { delivery: Of }) {
  if (d.nextAttemptAt) {
    return (
      <Moment
        ahead
        tone="wait"
        title={
          <>
            Attempt {d.attempt + 1} is due <Relative at={d.nextAttemptAt} />
          </>
        }
        at={d.nextAttemptAt}
      >
        <p className="quiet small">
          Exactly at <Time at={d.nextAttemptAt} />
        </p>
      </Moment>
    );
  }
  if (d.attempts.at(-1)?.state === "CLAIMED") return null;
  if (d.subscription.status === "PAUSED") {
    return (
      <Moment ahead tone="warn" title="Held until its subscription is resumed">
        <p className="small">
          <Link to={`/subscriptions/${d.subscription.id}`}>Show the subscription</Link>
        </p>
      </Moment>
    );
  }
  if (d.subscription.installation.status === "SUSPENDED") {
    return (
      <Moment ahead tone="warn" title="Held until the installation is resumed">
        <p className="small">
          <Link to={`/installations/${d.subscription.installation.id}`}>Show the installation</Link>
        </p>
      </Moment>
    );
  }
  return <Moment ahead tone="wait" title={d.subscription.mode === "PULL" ? "Waits in the feed for the pull client" : "Waits for a worker"} />;
}
