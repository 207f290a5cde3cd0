import { useAsk } from "../../api/hooks";
import { useLive } from "../../api/live";
import { EventDocument, EventUpdatedDocument, type EventQuery } from "../../gql/graphql";
import { Link, useId } from "../../navigate";
import { NotFound } from "../../shell/Missing";
import { Page } from "../../shell/Page";
import { Id } from "../../ui/copy";
import { Json } from "../../ui/Json";
import { Failed, Waiting } from "../../ui/states";
import { Status } from "../../ui/Status";
import { millis, Relative, Time } from "../../ui/time";
import { Fact, Facts, Moment, Timeline } from "../../ui/Timeline";
import { accountName } from "../common";

const from = { to: "/events", name: "Events" };

/** One event and its whole story. */
export default function Event() {
  const id = useId();
  const asked = useAsk(EventDocument, { id });
  const event = asked.data?.integrationEvent;
  useLive(EventUpdatedDocument, { connectionId: event?.connection.id }, (d) => d.integrationEventUpdated.id === id && asked.again(), {
    pause: !event,
    onGap: asked.again,
  });

  if (asked.data && !event) return <NotFound what="event" {...from} />;
  if (!event) {
    return (
      <Page title="Event" from={from}>
        <div className="detail">
          {asked.refusal ? <Failed refusal={asked.refusal} again={asked.again} what="The event" /> : <Waiting lines={8} />}
        </div>
      </Page>
    );
  }
  return (
    <Page title={event.type} from={from} mark={<Status of={event.status} />} about={event.subject ?? "no subject"}>
      <div className="detail">
        <div>
          <section className="card" aria-labelledby="story">
            <h2 id="story">What happened</h2>
            <Story event={event} />
          </section>
        </div>
        <div>
          <section className="card" aria-labelledby="what">
            <h2 id="what">Event</h2>
            <Facts>
              <Fact name="Id">
                <Id of={event.id} />
              </Fact>
              <Fact name="Account">
                <Link to={`/accounts/${event.connection.id}`}>{accountName(event.connection)}</Link>
              </Fact>
              <Fact name="Tenant">{event.tenant.name}</Fact>
              {event.initiatingApplication && <Fact name="Completes a call of">{event.initiatingApplication.name}</Fact>}
              <Fact name="Happened">
                <Time at={event.occurredAt} />
              </Fact>
              <Fact name="Received">
                <Time at={event.receivedAt} />
              </Fact>
              {event.settledAt && (
                <Fact name="Settled">
                  <Time at={event.settledAt} />
                </Fact>
              )}
              {event.nextAttemptAt && (
                <Fact name="Next attempt">
                  <Relative at={event.nextAttemptAt} />
                </Fact>
              )}
              <Fact name="Taken care of by">
                {event.handledBy.length ? event.handledBy.map((a) => a.name).join(", ") : <span className="quiet">nobody yet</span>}
              </Fact>
            </Facts>
          </section>
          <Json text={event.payload.text} name="Payload" />
        </div>
      </div>
    </Page>
  );
}

type Of = NonNullable<EventQuery["integrationEvent"]>;
type Routing = Of["routingAttempts"][number];

function Story({ event: e }: { event: Of }) {
  return (
    <Timeline name="What happened to the event">
      <Moment tone="mute" title="The adapter emitted it" at={e.receivedAt} />
      {e.routingAttempts.map((a) => (
        <Attempt key={a.number} attempt={a} kind={e.kind} />
      ))}
      {e.status === "DEAD" && <Moment tone="bad" title="Dead: no further attempt is made" at={e.settledAt} />}
      {e.nextAttemptAt && (
        <Moment
          ahead
          tone="wait"
          title={
            <>
              Attempt {e.attempt + 1} is due <Relative at={e.nextAttemptAt} />
            </>
          }
          at={e.nextAttemptAt}
        >
          <p className="quiet small">
            Exactly at <Time at={e.nextAttemptAt} />
          </p>
        </Moment>
      )}
      {e.status === "PENDING" && !e.nextAttemptAt && e.routingAttempts.length === 0 && <Moment ahead tone="wait" title="Waits for a worker" />}
    </Timeline>
  );
}

const wantsMore = (o: Routing["outcomes"][number]) => o.outcome === "RETRY" || o.outcome === "UNREACHABLE";

function Attempt({ attempt: a, kind }: { attempt: Routing; kind: Of["kind"] }) {
  const failed = a.outcomes.filter(wantsMore).length;
  const many = a.outcomes.length;
  const [tone, words] =
    a.state === "CLAIMED"
      ? (["wait", "under way"] as const)
      : a.state === "ABANDONED"
        ? (["warn", "given up, since its worker did not come back"] as const)
        : many === 0
          ? (["mute", kind === "COMPLETION" ? "the application that asked has no consumer for it" : "no consumer wanted it"] as const)
          : failed === 0
            ? (["ok", many === 1 ? "the consumer took care of it" : `all ${many} consumers took care of it`] as const)
            : (["bad", `${failed} of ${many} ${many === 1 ? "consumer" : "consumers"} did not take it`] as const);
  return (
    <Moment tone={tone} title={`Attempt ${a.number}: ${words}`} at={a.claimedAt}>
      {many > 0 && (
        <ul className="outcomes">
          {a.outcomes.map((o) => (
            <li key={o.application.id} className="outcome">
              <div className="outcome-head">
                <strong>{o.application.name}</strong>
                <Status of={o.outcome} />
                <span className="quiet small">
                  {o.httpStatus === null ? "no answer" : `HTTP ${o.httpStatus}`} · {millis(o.durationMs)}
                </span>
              </div>
              {o.detail && <p className="small">{o.detail}</p>}
            </li>
          ))}
        </ul>
      )}
    </Moment>
  );
}
