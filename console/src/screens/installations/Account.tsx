import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { AccountDocument, AccountSubscriptionsDocument, CallsDocument, type CallsQuery } from "../../gql/graphql";
import { Link, useId, useSearch } from "../../navigate";
import { page } from "../../search";
import { may, useViewer, whyNot } from "../../session/viewer";
import { NotFound } from "../../shell/Missing";
import { Page } from "../../shell/Page";
import { Button } from "../../ui/Button";
import { Id } from "../../ui/copy";
import { ChoiceFilter, Filters } from "../../ui/Filters";
import { List, type ListColumn } from "../../ui/List";
import { Empty, Failed, Note, Waiting } from "../../ui/states";
import { Status } from "../../ui/Status";
import { Relative, Time } from "../../ui/time";
import { Fact, Facts } from "../../ui/Timeline";
import { accountName } from "../common";
import { AccountDialogs } from "./AccountDialogs";
import "./installation.css";

const from = { to: "/installations", name: "Installations" };

/** One connected account: what goes to it, and what was asked of it. */
export default function Account() {
  const id = useId();
  const viewer = useViewer();
  const [, change] = useSearch();
  const asked = useAsk(AccountDocument, { id });
  const node = asked.data?.node;
  const c = node?.__typename === "ConnectedAccount" ? node : undefined;
  if (asked.data && !c) return <NotFound what="account" {...from} />;
  if (!c) {
    return (
      <Page title="Account" from={from}>
        <div className="body">
          {asked.refusal ? <Failed refusal={asked.refusal} again={asked.again} what="The account" /> : <Waiting lines={8} />}
        </div>
      </Page>
    );
  }
  const gone = c.disconnectedAt ?? c.installation.uninstalledAt;
  const manages = may(viewer, "installations") && !gone;
  const open = (dialog: string) => () => change({ dialog });
  return (
    <Page
      title={accountName(c)}
      from={{ to: `/installations/${c.installation.id}`, name: c.installation.integration.name }}
      mark={gone ? <Status of="CANCELLED">Disconnected</Status> : <Status of="ACTIVE">Connected</Status>}
      about={c.account}
      actions={
        manages ? (
          <>
            <Button onClick={open("credential")}>Set the credential</Button>
            <Button onClick={open("rotate")}>Rotate the signing secret</Button>
            <Button kind="quiet" onClick={open("disconnect")}>
              Disconnect
            </Button>
          </>
        ) : (
          <p className="quiet small">
            {gone ? "It is disconnected, so nothing of it can be changed." : whyNot(viewer, "installations", "Changing it")}
          </p>
        )
      }
    >
      <div className="body stack">
        {gone && (
          <Note tone="mute">
            It was disconnected <Relative at={gone} />. What waited then was cancelled.
          </Note>
        )}
        <section className="card" aria-label="Account">
          <Facts>
            <Fact name="Installation">
              <Link to={`/installations/${c.installation.id}`}>{c.installation.integration.name}</Link>
            </Fact>
            <Fact name="Tenant">{c.installation.tenant.name}</Fact>
            <Fact name="Id">
              <Id of={c.id} />
            </Fact>
            {may(viewer, "read") && (
              <>
                <Fact name="Events">
                  <Link to="/events" search={{ account: c.id }}>
                    That its adapter emitted
                  </Link>
                </Fact>
                <Fact name="Deliveries">
                  <Link to="/deliveries" search={{ account: c.id }}>
                    That go to it
                  </Link>
                </Fact>
              </>
            )}
            {may(viewer, "trails") && (
              <Fact name="Trail">
                <Link to="/trails" search={{ subject: c.id }}>
                  Who changed it
                </Link>
              </Fact>
            )}
          </Facts>
        </section>
        {may(viewer, "read") && <Subscribed id={c.id} />}
        {(may(viewer, "read") || viewer.kind === "ADAPTER" || viewer.kind === "APPLICATION") && <Calls id={c.id} />}
      </div>
      {manages && <AccountDialogs of={c} again={asked.again} />}
    </Page>
  );
}

function Subscribed({ id }: { id: string }) {
  const asked = useAsk(AccountSubscriptionsDocument, { id });
  const nodes = asked.data?.integrationSubscriptions.nodes;
  return (
    <section className="card" aria-labelledby="subscribed">
      <h2 id="subscribed">Subscriptions</h2>
      {!nodes ? (
        asked.refusal ? (
          <Failed refusal={asked.refusal} again={asked.again} what="Its subscriptions" />
        ) : (
          <Waiting lines={2} />
        )
      ) : nodes.length === 0 ? (
        <p className="quiet">
          None. <Link to="/subscriptions">Make one</Link> for it to have changes.
        </p>
      ) : (
        <ul className="accounts">
          {nodes.map((s) => (
            <li key={s.id}>
              <Link to={`/subscriptions/${s.id}`}>{s.eventType.name}</Link>
              <Status of={s.status} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Call = CallsQuery["calls"]["nodes"][number];

const columns: ListColumn<Call>[] = [
  { name: "Operation", width: "2fr", narrow: "title", cell: (c) => <span className="clip">{c.operation}</span> },
  { name: "Status", width: "9rem", narrow: "side", cell: (c) => (c.completion ? <Status of="COMPLETED" /> : <Status of="PENDING" />) },
  { name: "Requested by", width: "2fr", narrow: "line", cell: (c) => <span className="clip">{c.application.name}</span> },
  { name: "Requested", width: "9.5rem", narrow: "line", cell: (c) => <Time at={c.requestedAt} /> },
  {
    name: "Completion",
    width: "2fr",
    narrow: "line",
    cell: (c) => (c.completion ? <Link to={`/events/${c.completion.id}`}>Its event</Link> : <span className="quiet">awaited</span>),
  },
  { name: "Id", width: "9.5rem", narrow: "none", cell: (c) => <Id of={c.id} /> },
];

function Calls({ id }: { id: string }) {
  const [search] = useSearch();
  const variables = useMemo(
    () => ({ connectionId: id, pending: search.calls === "pending" ? true : search.calls === "completed" ? false : undefined, ...page(search) }),
    [id, search],
  );
  const asked = useAsk(CallsDocument, variables);
  return (
    <section className="stack" aria-label="Calls">
      <div className="section-head">
        <h2>Calls</h2>
        <Filters names={["calls"]}>
          <ChoiceFilter
            name="calls"
            label="Calls"
            options={[
              {
                name: "Calls",
                options: [
                  { id: "pending", name: "Pending" },
                  { id: "completed", name: "Completed" },
                ],
              },
            ]}
          />
        </Filters>
      </div>
      <List
        fills={false}
        name="Calls"
        columns={columns}
        rows={asked.data?.calls.nodes}
        pageInfo={asked.data?.calls.pageInfo}
        idOf={(c) => c.id}
        asked={asked}
        empty={<Empty title="No calls">Applications request calls; the adapter completes them.</Empty>}
      />
    </section>
  );
}
