import { useMemo, useState, type ReactNode } from "react";
import { useAsk } from "../../api/hooks";
import { OverviewDocument, type OverviewQuery } from "../../gql/graphql";
import { Link, placeOf } from "../../navigate";
import type { Search } from "../../search";
import { kindInWords, useMay, useViewer, whyNot } from "../../session/viewer";
import { judge, useHealth } from "../../shell/health";
import { Page } from "../../shell/Page";
import { noticeInWords } from "../notices/words";
import { reasonInWords } from "../subscriptions/words";
import { Failed, Waiting } from "../../ui/states";
import { Status } from "../../ui/Status";
import { inWords, Relative, Time } from "../../ui/time";
import "./overview.css";

/** The first screen: whether something is wrong, and where to look. */
export function Overview() {
  const reads = useMay("read");
  return (
    <Page title="Overview">
      <div className="body stack">{reads ? <Traffic /> : <Elsewhere />}</div>
    </Page>
  );
}

const day = 86_400_000;

function Traffic() {
  const [begun] = useState(() => Date.now());
  // To the minute, so that coming back finds what was answered before.
  const since = useMemo(() => new Date(Math.floor((begun - day) / 60_000) * 60_000).toISOString(), [begun]);
  const { data, refusal, again } = useAsk(OverviewDocument, { since }, { every: 15_000 });
  const health = useHealth();

  return (
    <>
      <Verdict data={data} health={health} unknown={refusal !== undefined} />
      <Dispatcher {...health} />
      {refusal && !data ? (
        <Failed refusal={refusal} again={again} what="What needs attention" />
      ) : (
        <div className="overview-columns">
          <Panel
            title="Paused subscriptions"
            to="/subscriptions"
            search={{ status: "PAUSED" }}
            of={data?.paused}
            none="Every subscription takes changes."
          >
            {(data?.paused.nodes ?? []).map((s) => (
              <Item key={s.id} to={`/subscriptions/${s.id}`} title={s.eventType.name} side={s.pausedAt && <Relative at={s.pausedAt} />}>
                {s.connection.name ?? s.connection.account}: {reasonInWords(s.pauseReason)}
              </Item>
            ))}
          </Panel>
          <Panel title="Dead deliveries" to="/deliveries" search={{ status: "DEAD", since }} of={data?.dead} none="None in the last 24 hours.">
            {(data?.dead.nodes ?? []).map((d) => (
              <Item key={d.id} to={`/deliveries/${d.id}`} title={d.entityId} side={<Time at={d.createdAt} />}>
                {d.type}
              </Item>
            ))}
          </Panel>
          <Panel
            title="Deliveries being retried"
            to="/deliveries"
            search={{ status: "RETRYING", since }}
            of={data?.retrying}
            none="None in the last 24 hours."
          >
            {(data?.retrying.nodes ?? []).map((d) => (
              <Item key={d.id} to={`/deliveries/${d.id}`} title={d.entityId} side={d.nextAttemptAt && <Relative at={d.nextAttemptAt} />}>
                {d.type}, attempt {d.attempt} failed
              </Item>
            ))}
          </Panel>
          <Panel title="Dead events" to="/events" search={{ status: "DEAD", since }} of={data?.deadEvents} none="None in the last 24 hours.">
            {(data?.deadEvents.nodes ?? []).map((e) => (
              <Item key={e.id} to={`/events/${e.id}`} title={e.subject ?? "no subject"} side={<Time at={e.receivedAt} />}>
                {e.type}
              </Item>
            ))}
          </Panel>
          <Panel
            title="Events being retried"
            to="/events"
            search={{ status: "RETRYING", since }}
            of={data?.retryingEvents}
            none="None in the last 24 hours."
          >
            {(data?.retryingEvents.nodes ?? []).map((e) => (
              <Item key={e.id} to={`/events/${e.id}`} title={e.subject ?? "no subject"} side={e.nextAttemptAt && <Relative at={e.nextAttemptAt} />}>
                {e.type}, attempt {e.attempt} failed
              </Item>
            ))}
          </Panel>
          <Panel
            title="Latest notices"
            to="/notices"
            search={{}}
            of={data && { nodes: data.notifications.nodes, pageInfo: { hasNextPage: false } }}
            none="No notice yet."
          >
            {(data?.notifications.nodes ?? []).map((n) => (
              <Item key={n.id} to={(n.subjectId && placeOf(n.subjectId)) || "/notices"} title={noticeInWords(n.kind)} side={<Time at={n.at} />} />
            ))}
          </Panel>
        </div>
      )}
    </>
  );
}

type HealthAsked = ReturnType<typeof useHealth>;

/** One sentence that says whether something is wrong. */
function Verdict({ data, health, unknown }: { data: OverviewQuery | undefined; health: HealthAsked; unknown: boolean }) {
  const troubles: string[] = [];
  let tone: "ok" | "warn" | "bad" | "wait" = "ok";
  if (health.data) {
    const judged = judge(health.data.dispatcher);
    if (judged.tone !== "ok") {
      tone = judged.tone;
      troubles.push(judged.words);
    }
  }
  if (data) {
    const say = (n: number, more: boolean, one: string, many: string) => {
      if (n === 0) return;
      troubles.push(n === 1 && !more ? `1 ${one}.` : `${more ? `More than ${n}` : n} ${many}.`);
      if (tone === "ok") tone = "warn";
    };
    const paused = data.paused.nodes.filter((s) => s.pauseReason !== "ADMINISTRATOR");
    say(paused.length, data.paused.pageInfo.hasNextPage, "subscription was paused by Backbeat", "subscriptions were paused by Backbeat");
    say(data.dead.nodes.length, data.dead.pageInfo.hasNextPage, "delivery died in the last 24 hours", "deliveries died in the last 24 hours");
    say(data.deadEvents.nodes.length, data.deadEvents.pageInfo.hasNextPage, "event died in the last 24 hours", "events died in the last 24 hours");
  }
  const waiting = !data && !unknown;
  const failed = unknown || (health.allowed && health.refusal);
  const title = waiting
    ? "Looking…"
    : failed
      ? "Not everything is known"
      : { ok: "All is well", warn: "Something needs attention", bad: "Something is wrong", wait: "" }[tone];
  const calm = health.allowed ? "The dispatcher keeps up, and nothing died in the last 24 hours." : "Nothing died in the last 24 hours.";
  return (
    <section className={`verdict verdict-${waiting ? "wait" : failed && tone === "ok" ? "warn" : tone}`} aria-label="Verdict" aria-busy={waiting}>
      <h2>{title}</h2>
      <p>{waiting ? "\u00a0" : troubles.join(" ") || (failed ? "Something could not be asked; see below." : calm)}</p>
    </section>
  );
}

function Dispatcher({ allowed, data, refusal, again }: HealthAsked) {
  const viewer = useViewer();
  if (!allowed) {
    return (
      <section className="dispatcher dispatcher-shut" aria-label="Dispatcher">
        <p className="quiet">{whyNot(viewer, "health", "The dispatcher's health")}</p>
      </section>
    );
  }
  if (refusal && !data) return <Failed refusal={refusal} again={again} what="The dispatcher's health" />;
  const d = data?.dispatcher;
  const count = (n: number | undefined) => (n === undefined ? "–" : n >= 10_000 ? "10,000 or more" : n.toLocaleString());
  return (
    <section className="dispatcher" aria-label="Dispatcher">
      <Measure name="Last pass">{d ? d.lastPassAt ? <Relative at={d.lastPassAt} /> : "none yet" : "–"}</Measure>
      <Measure name="Due now">{count(d?.due)}</Measure>
      <Measure name="Oldest due">{d ? (d.due > 0 ? `for ${inWords(d.oldestDueSeconds)}` : "nothing is due") : "–"}</Measure>
      <Measure name="In flight">{count(d?.inFlight)}</Measure>
      <Measure name="Scheduled for later">{count(d?.scheduled)}</Measure>
    </section>
  );
}

function Measure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl className="measure">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </dl>
  );
}

interface PanelProps {
  title: string;
  to: string;
  search: Search;
  of: { nodes: readonly unknown[]; pageInfo: { hasNextPage: boolean } } | undefined;
  none: string;
  children: ReactNode;
}

function Panel({ title, to, search, of, none, children }: PanelProps) {
  return (
    <section className="panel" aria-label={title}>
      <h2>
        <Link to={to} search={search}>
          {title}
        </Link>
        {of && <span className="panel-count">{of.pageInfo.hasNextPage ? `${of.nodes.length}+` : of.nodes.length || ""}</span>}
      </h2>
      {!of ? <Waiting lines={2} /> : of.nodes.length === 0 ? <p className="quiet panel-none">{none}</p> : <ul>{children}</ul>}
    </section>
  );
}

function Item({ to, title, side, children }: { to: string; title: string; side?: ReactNode; children?: ReactNode }) {
  return (
    <li className="panel-item">
      <Link to={to} className="clip">
        {title}
      </Link>
      <span className="quiet small clip">{children}</span>
      <span className="quiet small nowrap">{side}</span>
    </li>
  );
}

/** For callers that look after no tenant. */
function Elsewhere() {
  const viewer = useViewer();
  return (
    <section className="stack">
      <p>
        You are signed in as {kindInWords(viewer)}: <strong>{viewer.subject}</strong>. <Status of="ACTIVE">Token works</Status>
      </p>
      <p className="quiet">
        The places at the side are what this kind of token may see. Traffic of a whole tenant is for people of that tenant and for staff; everything
        else that this token may do is in the <a href="/playground">playground</a>.
      </p>
    </section>
  );
}
