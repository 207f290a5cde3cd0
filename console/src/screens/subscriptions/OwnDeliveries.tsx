import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { SubscriptionDeliveriesDocument } from "../../gql/graphql";
import { useSearch } from "../../navigate";
import { instant, page, words } from "../../search";
import { ChoicesFilter, Filters, PeriodFilter, TextFilter } from "../../ui/Filters";
import { List } from "../../ui/List";
import { Empty } from "../../ui/states";
import { columns } from "../deliveries/columns";
import { deliveryStatuses, deliveryStatusOptions } from "../deliveries/statuses";

/** The deliveries of one subscription. */
export function OwnDeliveries({ id }: { id: string }) {
  const [search] = useSearch();
  const variables = useMemo(() => {
    const statuses = words(search.status, deliveryStatuses);
    return {
      id,
      ...page(search),
      filter: {
        statuses: statuses.length ? statuses : undefined,
        entityId: search.entity || undefined,
        since: instant(search.since),
        until: instant(search.until),
      },
    };
  }, [id, search]);
  const asked = useAsk(SubscriptionDeliveriesDocument, variables, { every: 15_000 });
  const connection = asked.data?.integrationSubscription?.deliveries;
  const filtered = Object.values(variables.filter).some((v) => v !== undefined);
  return (
    <section className="stack" aria-label="Its deliveries">
      <div className="section-head">
        <h2>Deliveries</h2>
        <Filters names={["status", "entity", "since", "until"]}>
          <ChoicesFilter name="status" label="Status" options={deliveryStatusOptions} />
          <TextFilter name="entity" label="Entity id" />
          <PeriodFilter />
        </Filters>
      </div>
      <List
        fills={false}
        name="Its deliveries"
        columns={columns}
        rows={connection?.nodes}
        pageInfo={connection?.pageInfo}
        idOf={(d) => d.id}
        to={(d) => `/deliveries/${d.id}`}
        asked={asked}
        empty={
          filtered ? (
            <Empty title="No delivery fits these filters">Take some of them away, or look at a longer time.</Empty>
          ) : (
            <Empty title="No deliveries yet">They come with the next change of this type.</Empty>
          )
        }
      />
    </section>
  );
}
