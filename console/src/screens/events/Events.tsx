import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { EventsDocument, type EventStatus } from "../../gql/graphql";
import { useSearch } from "../../navigate";
import { instant, page, words } from "../../search";
import { useMay } from "../../session/viewer";
import { Page } from "../../shell/Page";
import { Empty } from "../../ui/states";
import { ChoiceFilter, ChoicesFilter, Filters, PeriodFilter } from "../../ui/Filters";
import { List } from "../../ui/List";
import { statusInWords } from "../../ui/Status";
import { useAccountOptions, useTypeOptions } from "../common";
import { columns, columnsWithTenant } from "./columns";

// FAILED is declared and never written, so nobody need look for it.
const statuses: EventStatus[] = ["PENDING", "RETRYING", "DELIVERED", "DEAD", "NO_CONSUMER"];
const statusOptions = statuses.map((s) => ({ id: s, name: statusInWords(s) }));

/** Events that adapters emitted, newest first. */
export default function Events() {
  const [search] = useSearch();
  const staff = useMay("staff");
  const types = words(search.type);
  const variables = useMemo(
    () => ({
      ...page(search),
      filter: {
        statuses: words(search.status, statuses).length ? words(search.status, statuses) : undefined,
        types: types.length ? types : undefined,
        connectionId: search.account || undefined,
        since: instant(search.since),
        until: instant(search.until),
      },
    }),
    [search],
  );
  const asked = useAsk(EventsDocument, variables);
  const filtered = Object.values(variables.filter).some((v) => v !== undefined);
  return (
    <Page title="Events" about="What adapters emitted, on its way to applications">
      <Filters names={["status", "type", "account", "since", "until"]}>
        <ChoicesFilter name="status" label="Status" options={statusOptions} />
        <ChoicesFilter name="type" label="Type" options={useTypeOptions(["PRODUCED", "COMPLETION"], types)} search />
        <ChoiceFilter name="account" label="Account" options={useAccountOptions(words(search.account))} search />
        <PeriodFilter />
      </Filters>
      <List
        name="Events"
        columns={staff ? columnsWithTenant : columns}
        rows={asked.data?.integrationEvents.nodes}
        pageInfo={asked.data?.integrationEvents.pageInfo}
        idOf={(e) => e.id}
        to={(e) => `/events/${e.id}`}
        asked={asked}
        empty={
          filtered ? (
            <Empty title="No event fits these filters">Take some of them away, or look at a longer time.</Empty>
          ) : (
            <Empty title="No events yet">They come once an adapter emits for a connected account.</Empty>
          )
        }
      />
    </Page>
  );
}
