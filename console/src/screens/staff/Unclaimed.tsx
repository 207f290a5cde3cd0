import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { UnclaimedEventsDocument } from "../../gql/graphql";
import { useSearch } from "../../navigate";
import { page } from "../../search";
import { Page } from "../../shell/Page";
import { List } from "../../ui/List";
import { Empty } from "../../ui/states";
import { columnsWithTenant } from "../events/columns";

/** Events of all tenants that nobody wanted. */
export default function Unclaimed() {
  const [search] = useSearch();
  const asked = useAsk(
    UnclaimedEventsDocument,
    useMemo(() => page(search), [search]),
  );
  return (
    <Page
      title="Unclaimed events"
      about="Of all tenants: no consumer matched when an attempt was claimed. A consumer that registers later brings nothing back."
    >
      <List
        name="Unclaimed events"
        columns={columnsWithTenant}
        rows={asked.data?.unclaimedEvents.nodes}
        pageInfo={asked.data?.unclaimedEvents.pageInfo}
        idOf={(e) => e.id}
        to={(e) => `/events/${e.id}`}
        asked={asked}
        empty={<Empty title="No event is unclaimed">Every event so far had a consumer that wanted it.</Empty>}
      />
    </Page>
  );
}
