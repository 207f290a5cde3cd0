import type { DeliveryRowFragment } from "../../gql/graphql";
import { Link } from "../../navigate";
import type { ListColumn } from "../../ui/List";
import { Status } from "../../ui/Status";
import { Relative, Time } from "../../ui/time";
import { accountName } from "../common";

type Row = DeliveryRowFragment;
type RowWithAccount = Row & { subscription: { connection: { account: string; name: string | null } } };

const entity: ListColumn<Row> = {
  name: "Entity",
  width: "2fr",
  narrow: "title",
  cell: (d) => (
    <Link to={`/deliveries/${d.id}`} className="clip">
      {d.entityId}
    </Link>
  ),
};
const type: ListColumn<Row> = { name: "Type", width: "3fr", narrow: "line", cell: (d) => <span className="clip">{d.type}</span> };
const status: ListColumn<Row> = { name: "Status", width: "10rem", narrow: "side", cell: (d) => <Status of={d.status} /> };
const attempt: ListColumn<Row> = {
  name: "Attempt",
  width: "4.5rem",
  narrow: "none",
  cell: (d) => (d.attempt === 0 ? <span className="quiet">–</span> : d.attempt),
};
const next: ListColumn<Row> = {
  name: "Next or settled",
  width: "9.5rem",
  narrow: "none",
  cell: (d) => (d.nextAttemptAt ? <Relative at={d.nextAttemptAt} /> : d.settledAt ? <Time at={d.settledAt} /> : <span className="quiet">–</span>),
};
const made: ListColumn<Row> = {
  name: "Made",
  width: "9.5rem",
  narrow: "line",
  cell: (d) => (
    <>
      <Time at={d.createdAt} />
      {d.replay && <span className="quiet small">replay</span>}
    </>
  ),
};

export const columns: ListColumn<Row>[] = [entity, status, type, attempt, next, made];

export const columnsWithAccount: ListColumn<RowWithAccount>[] = [
  entity,
  status,
  type,
  { name: "Account", width: "2fr", narrow: "none", cell: (d) => <span className="clip">{accountName(d.subscription.connection)}</span> },
  attempt,
  next,
  made,
];
