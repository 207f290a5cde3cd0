import { useCallback, useReducer, useState } from "react";
import { useLive, type LiveState } from "../../api/live";
import { DeliveryUpdatedDocument, EventUpdatedDocument } from "../../gql/graphql";
import { Link, useSearch } from "../../navigate";
import { may, useViewer } from "../../session/viewer";
import { Page } from "../../shell/Page";
import { Button } from "../../ui/Button";
import { ChoiceFilter, Filters } from "../../ui/Filters";
import { Empty } from "../../ui/states";
import { Badge, Status } from "../../ui/Status";
import { Time } from "../../ui/time";
import { accountName, useAccountOptions } from "../common";
import "./live.css";

interface Line {
  key: number;
  at: string;
  kind: "delivery" | "event";
  id: string;
  title: string;
  of: string;
  account: string;
  status: string;
  attempt: number;
}

interface Tail {
  lines: Line[];
  /** Came while the reader looked at what was there. */
  waiting: Line[];
  next: number;
}

// More than this nobody scrolls through, and the page stays quick.
const kept = 300;

type Step = { line: Omit<Line, "key">; still: boolean } | "let in" | "clear";

function step(tail: Tail, s: Step): Tail {
  if (s === "clear") return { ...tail, lines: [], waiting: [] };
  if (s === "let in") return { ...tail, lines: [...tail.waiting, ...tail.lines].slice(0, kept), waiting: [] };
  const line = { ...s.line, key: tail.next };
  return s.still
    ? { ...tail, next: tail.next + 1, waiting: [line, ...tail.waiting].slice(0, kept) }
    : { ...tail, next: tail.next + 1, lines: [line, ...tail.lines].slice(0, kept) };
}

/** What happens, as it happens. */
export default function Live() {
  const viewer = useViewer();
  const [search, change] = useSearch();
  const reads = may(viewer, "read");
  const [still, setStill] = useState(false);
  const [tail, add] = useReducer(step, { lines: [], waiting: [], next: 0 });
  const wants = search.of === "deliveries" || search.of === "events" ? search.of : "both";

  const onDelivery = useCallback(
    ({ integrationDeliveryUpdated: d }: { integrationDeliveryUpdated: DeliveryUpdate }) => {
      if (search.account && d.subscription.connection.id !== search.account) return;
      add({
        still,
        line: {
          at: new Date().toISOString(),
          kind: "delivery",
          id: d.id,
          title: d.entityId,
          of: d.type,
          account: accountName(d.subscription.connection),
          status: d.status,
          attempt: d.attempt,
        },
      });
    },
    [search.account, still],
  );
  const deliveries = useLive(DeliveryUpdatedDocument, {}, onDelivery, { pause: !reads || wants === "events" });
  const events = useLive(
    EventUpdatedDocument,
    { connectionId: search.account || undefined },
    ({ integrationEventUpdated: e }) =>
      add({
        still,
        line: {
          at: new Date().toISOString(),
          kind: "event",
          id: e.id,
          title: e.subject ?? "no subject",
          of: e.type,
          account: accountName(e.connection),
          status: e.status,
          attempt: e.attempt,
        },
      }),
    { pause: wants === "deliveries" },
  );
  const state = !reads || wants === "events" ? events : wants === "deliveries" ? deliveries : worse(deliveries, events);

  return (
    <Page
      title="Live tail"
      mark={<State of={state} still={still} />}
      about="Deliveries and events as they come in and go on. What happens while nobody listens is in the lists."
      actions={
        <>
          <Button
            kind={still ? "primary" : "plain"}
            onClick={() => {
              if (still) add("let in");
              setStill(!still);
            }}
          >
            {still ? `Go on${tail.waiting.length ? ` (${tail.waiting.length} new)` : ""}` : "Hold still"}
          </Button>
          <Button kind="quiet" onClick={() => add("clear")}>
            Empty the list
          </Button>
        </>
      }
    >
      <Filters names={["account", "of"]}>
        {reads && (
          <ChoiceFilter
            name="of"
            label="Show"
            options={[
              {
                name: "Show",
                options: [
                  { id: "deliveries", name: "Deliveries" },
                  { id: "events", name: "Events" },
                ],
              },
            ]}
          />
        )}
        <ChoiceFilter name="account" label="Account" options={useAccountOptions(search.account ? [search.account] : [])} search />
      </Filters>
      <div className="live" role="log" aria-label="Live tail" aria-live="off" tabIndex={0}>
        {tail.lines.length === 0 ? (
          <Empty title={state === "refused" ? "Listening was refused" : "Nothing has happened yet"}>
            {state === "refused" ? (
              <Button onClick={() => change({ account: undefined, of: undefined })}>Listen to everything</Button>
            ) : (
              "The next delivery or event appears here by itself."
            )}
          </Empty>
        ) : (
          <ol>
            {tail.lines.map((l) => (
              <li key={l.key} className="live-line">
                <span className="quiet">
                  <Time at={l.at} only="clock" />
                </span>
                <Status of={l.status} />
                <Link to={l.kind === "delivery" ? `/deliveries/${l.id}` : `/events/${l.id}`} className="clip">
                  {l.title}
                </Link>
                <span className="clip">{l.of}</span>
                <span className="clip quiet">{l.account}</span>
                <span className="quiet nowrap">{l.attempt > 0 ? `attempt ${l.attempt}` : ""}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Page>
  );
}

type DeliveryUpdate = import("../../gql/graphql").DeliveryUpdatedSubscription["integrationDeliveryUpdated"];

function worse(a: LiveState, b: LiveState): LiveState {
  const order: LiveState[] = ["refused", "waiting", "connecting", "live"];
  return order.find((s) => s === a || s === b) ?? a;
}

function State({ of, still }: { of: LiveState; still: boolean }) {
  if (still) return <Badge tone="mute">Held still</Badge>;
  switch (of) {
    case "live":
      return <Badge tone="ok">Live</Badge>;
    case "connecting":
      return <Badge tone="wait">Connecting</Badge>;
    case "waiting":
      return <Badge tone="warn">Connection lost, trying again</Badge>;
    case "refused":
      return <Badge tone="bad">Refused</Badge>;
  }
}
