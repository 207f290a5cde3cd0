import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { DeadEventsDocument } from "../../gql/graphql";
import { useSearch } from "../../navigate";
import { page } from "../../search";
import { Page } from "../../shell/Page";
import { List } from "../../ui/List";
import { Empty } from "../../ui/states";
import { columnsWithTenant } from "../events/columns";

/** Events of all tenants whose attempts were used up. */
export default function Dead() {
  const [search] = useSearch();
  const asked = useAsk(
    DeadEventsDocument,
    useMemo(() => page(search), [search]),
  );
  return (
    <Page title="Dead events" about="Of all tenants: six settled attempts failed, or twelve numbers were used up.">
      <List
        name="Dead events"
        columns={columnsWithTenant}
        rows={asked.data?.deadEvents.nodes}
        pageInfo={asked.data?.deadEvents.pageInfo}
        idOf={(e) => e.id}
        to={(e) => `/events/${e.id}`}
        asked={asked}
        empty={<Empty title="No event is dead">Every event so far was taken care of, or is still being tried.</Empty>}
      />
    </Page>
  );
}
