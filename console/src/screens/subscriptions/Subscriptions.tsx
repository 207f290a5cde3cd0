import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { SubscriptionsDocument, type SubscriptionRowFragment, type SubscriptionStatus } from "../../gql/graphql";
import { Link, useGo, useSearch } from "../../navigate";
import { page, words } from "../../search";
import { may, useViewer, whyNot } from "../../session/viewer";
import { Page } from "../../shell/Page";
import { Button } from "../../ui/Button";
import { ChoiceFilter, ChoicesFilter, Filters } from "../../ui/Filters";
import { List, type ListColumn } from "../../ui/List";
import { Empty } from "../../ui/states";
import { Status, statusInWords } from "../../ui/Status";
import { Time } from "../../ui/time";
import { accountName, useAccountOptions, useTypeOptions } from "../common";
import { readCondition } from "./filter/model";
import { inWords } from "./filter/words";
import { SubscriptionDialog } from "./SubscriptionDialog";
import { reasonInWords } from "./words";

const statuses: SubscriptionStatus[] = ["ACTIVE", "PAUSED"];
const statusOptions = statuses.map((s) => ({ id: s, name: statusInWords(s) }));

type Row = SubscriptionRowFragment;

const columns: ListColumn<Row>[] = [
  {
    name: "Type of change",
    width: "3fr",
    narrow: "title",
    cell: (s) => (
      <Link to={`/subscriptions/${s.id}`} className="clip">
        {s.eventType.name}
      </Link>
    ),
  },
  { name: "Status", width: "7rem", narrow: "side", cell: (s) => <Status of={s.status} /> },
  { name: "Account", width: "2fr", narrow: "line", cell: (s) => <span className="clip">{accountName(s.connection)}</span> },
  { name: "Goes to", width: "3fr", narrow: "line", cell: (s) => <span className="clip">{s.destinationUrl ?? "Pull: the account's feed"}</span> },
  {
    name: "Filter",
    width: "3fr",
    narrow: "none",
    cell: (s) =>
      s.filter ? (
        <span className="clip" title={sentenceOf(s.filter.text)}>
          {sentenceOf(s.filter.text)}
        </span>
      ) : (
        <span className="quiet">every change</span>
      ),
  },
  {
    name: "Standing",
    width: "3fr",
    narrow: "line",
    cell: (s) =>
      s.status === "PAUSED" ? (
        <span className="clip">{reasonInWords(s.pauseReason)}</span>
      ) : s.installation.status === "SUSPENDED" ? (
        <span className="clip">its installation is suspended</span>
      ) : s.consecutiveDead > 0 ? (
        <span className="clip">{s.consecutiveDead} dead in a row</span>
      ) : (
        <span className="quiet">nothing amiss</span>
      ),
  },
  { name: "Made", width: "9rem", narrow: "none", cell: (s) => <Time at={s.createdAt} /> },
];

function sentenceOf(filter: string): string {
  try {
    return inWords(readCondition(filter));
  } catch {
    return filter;
  }
}

/** Who gets which changes. */
export default function Subscriptions() {
  const [search, change] = useSearch();
  const go = useGo();
  const viewer = useViewer();
  const manages = may(viewer, "manage");
  const types = words(search.type);
  const variables = useMemo(
    () => ({
      ...page(search),
      filter: {
        statuses: words(search.status, statuses).length ? words(search.status, statuses) : undefined,
        eventTypes: types.length ? types : undefined,
        connectionId: search.account || undefined,
        installationId: search.installation || undefined,
      },
    }),
    [search],
  );
  const asked = useAsk(SubscriptionsDocument, variables);
  const filtered = Object.values(variables.filter).some((v) => v !== undefined);
  const make = manages && (
    <Button kind="primary" onClick={() => change({ dialog: "new" })}>
      New subscription
    </Button>
  );
  return (
    <Page
      title="Subscriptions"
      about="Which changes go to which integration"
      actions={make || <p className="quiet small">{whyNot(viewer, "manage", "Subscribing")}</p>}
    >
      <Filters names={["status", "type", "account", "installation"]}>
        <ChoicesFilter name="status" label="Status" options={statusOptions} />
        <ChoicesFilter name="type" label="Type" options={useTypeOptions(["CHANGE"], types)} search />
        <ChoiceFilter name="account" label="Account" options={useAccountOptions(words(search.account))} search />
      </Filters>
      <List
        name="Subscriptions"
        columns={columns}
        rows={asked.data?.integrationSubscriptions.nodes}
        pageInfo={asked.data?.integrationSubscriptions.pageInfo}
        idOf={(s) => s.id}
        to={(s) => `/subscriptions/${s.id}`}
        asked={asked}
        empty={
          filtered ? (
            <Empty title="No subscription fits these filters">Take some of them away.</Empty>
          ) : (
            <Empty title="No subscriptions yet">
              <p>A subscription brings the changes of one type to one account of an integration.</p>
              <p>{make || whyNot(viewer, "manage", "Making one")}</p>
            </Empty>
          )
        }
      />
      {manages && search.dialog === "new" && (
        <SubscriptionDialog
          onClose={() => change({ dialog: undefined }, { replace: true })}
          onDone={(id) => go(`/subscriptions/${id}`, { replace: true })}
        />
      )}
    </Page>
  );
}
