import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { DeliveriesDocument } from "../../gql/graphql";
import { useSearch } from "../../navigate";
import { instant, page, words } from "../../search";
import { Page } from "../../shell/Page";
import { Empty } from "../../ui/states";
import { ChoiceFilter, ChoicesFilter, Filters, PeriodFilter, TextFilter } from "../../ui/Filters";
import { List } from "../../ui/List";
import { useAccountOptions, useTypeOptions } from "../common";
import { columnsWithAccount } from "./columns";
import { deliveryStatuses, deliveryStatusOptions } from "./statuses";

/** Deliveries of every subscription, newest first. */
export default function Deliveries() {
  const [search] = useSearch();
  const types = words(search.type);
  const variables = useMemo(
    () => ({
      ...page(search),
      filter: {
        statuses: words(search.status, deliveryStatuses).length ? words(search.status, deliveryStatuses) : undefined,
        types: types.length ? types : undefined,
        connectionId: search.account || undefined,
        entityId: search.entity || undefined,
        since: instant(search.since),
        until: instant(search.until),
      },
    }),
    [search],
  );
  const asked = useAsk(DeliveriesDocument, variables);
  const filtered = Object.values(variables.filter).some((v) => v !== undefined);
  return (
    <Page title="Deliveries" about="Changes on their way to integrations">
      <Filters names={["status", "type", "account", "entity", "since", "until"]}>
        <ChoicesFilter name="status" label="Status" options={deliveryStatusOptions} />
        <ChoicesFilter name="type" label="Type" options={useTypeOptions(["CHANGE"], types)} search />
        <ChoiceFilter name="account" label="Account" options={useAccountOptions(words(search.account))} search />
        <TextFilter name="entity" label="Entity id" />
        <PeriodFilter />
      </Filters>
      <List
        name="Deliveries"
        columns={columnsWithAccount}
        rows={asked.data?.integrationDeliveries.nodes}
        pageInfo={asked.data?.integrationDeliveries.pageInfo}
        idOf={(d) => d.id}
        to={(d) => `/deliveries/${d.id}`}
        asked={asked}
        empty={
          filtered ? (
            <Empty title="No delivery fits these filters">Take some of them away, or look at a longer time.</Empty>
          ) : (
            <Empty title="No deliveries yet">They come once a service records a change of a type that someone has subscribed to.</Empty>
          )
        }
      />
    </Page>
  );
}
