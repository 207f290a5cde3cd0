import type { EventRowFragment } from "../../gql/graphql";
import { Link } from "../../navigate";
import type { ListColumn } from "../../ui/List";
import { Status } from "../../ui/Status";
import { Relative, Time } from "../../ui/time";
import { accountName } from "../common";

type Row = EventRowFragment;

const type: ListColumn<Row> = {
  name: "Type",
  width: "3fr",
  narrow: "title",
  cell: (e) => (
    <Link to={`/events/${e.id}`} className="clip">
      {e.type}
    </Link>
  ),
};
const status: ListColumn<Row> = { name: "Status", width: "9rem", narrow: "side", cell: (e) => <Status of={e.status} /> };
const subject: ListColumn<Row> = {
  name: "Subject",
  width: "2fr",
  narrow: "line",
  cell: (e) => (e.subject === null ? <span className="quiet">none</span> : <span className="clip">{e.subject}</span>),
};
const account: ListColumn<Row> = {
  name: "Account",
  width: "2fr",
  narrow: "none",
  cell: (e) => <span className="clip">{accountName(e.connection)}</span>,
};
const tenant: ListColumn<Row> = { name: "Tenant", width: "2fr", narrow: "line", cell: (e) => <span className="clip">{e.tenant.name}</span> };
const attempt: ListColumn<Row> = {
  name: "Attempt",
  width: "4.5rem",
  narrow: "none",
  cell: (e) => (e.attempt === 0 ? <span className="quiet">–</span> : e.attempt),
};
const next: ListColumn<Row> = {
  name: "Next or settled",
  width: "9.5rem",
  narrow: "none",
  cell: (e) => (e.nextAttemptAt ? <Relative at={e.nextAttemptAt} /> : e.settledAt ? <Time at={e.settledAt} /> : <span className="quiet">–</span>),
};
const received: ListColumn<Row> = { name: "Received", width: "9.5rem", narrow: "line", cell: (e) => <Time at={e.receivedAt} /> };

export const columns: ListColumn<Row>[] = [type, status, subject, account, attempt, next, received];

/** For those who look across tenants. */
export const columnsWithTenant: ListColumn<Row>[] = [type, status, tenant, subject, attempt, next, received];
