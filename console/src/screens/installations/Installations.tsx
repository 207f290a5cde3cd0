import { useAsk } from "../../api/hooks";
import { InstallationsDocument, type InstallationCardFragment } from "../../gql/graphql";
import { Link, useSearch } from "../../navigate";
import { useMay } from "../../session/viewer";
import { Page } from "../../shell/Page";
import { Button } from "../../ui/Button";
import { List, type ListColumn } from "../../ui/List";
import { Empty } from "../../ui/states";
import { Status } from "../../ui/Status";
import { InstallDialog } from "../staff/InstallDialog";

type Row = InstallationCardFragment;

const name: ListColumn<Row> = {
  name: "Integration",
  width: "2fr",
  narrow: "title",
  cell: (i) => (
    <Link to={`/installations/${i.id}`} className="clip">
      {i.integration.name}
    </Link>
  ),
};
const status: ListColumn<Row> = { name: "Status", width: "8rem", narrow: "side", cell: (i) => <Status of={i.status} /> };
const rest: ListColumn<Row>[] = [
  {
    name: "Release",
    width: "2fr",
    narrow: "line",
    cell: (i) => (
      <span className="clip">
        {i.release.version}
        {i.integration.currentRelease && i.integration.currentRelease.id !== i.release.id && (
          <span className="quiet"> · {i.integration.currentRelease.version} is out</span>
        )}
      </span>
    ),
  },
  {
    name: "Accepted types",
    width: "2fr",
    narrow: "line",
    cell: (i) => {
      const accepted = i.release.declares.filter((t) => i.acceptedEventTypes.includes(t)).length;
      return i.release.declares.length === 0 ? (
        <span className="quiet">declares none</span>
      ) : (
        <span className="clip">{`${accepted} of ${i.release.declares.length}`}</span>
      );
    },
  },
  {
    name: "Accounts",
    width: "3fr",
    narrow: "none",
    cell: (i) => <span className="clip">{i.connections.map((c) => c.name ?? c.account).join(", ") || "none connected"}</span>,
  },
];
const tenant: ListColumn<Row> = { name: "Tenant", width: "2fr", narrow: "line", cell: (i) => <span className="clip">{i.tenant.name}</span> };

/** What tenants have adopted. */
export default function Installations() {
  const asked = useAsk(InstallationsDocument, {});
  const staff = useMay("staff");
  const [search, change] = useSearch();
  return (
    <Page
      title="Installations"
      about="Integrations that were adopted, and what they may have"
      actions={
        staff && (
          <Button kind="primary" onClick={() => change({ dialog: "install" })}>
            Install an integration
          </Button>
        )
      }
    >
      <List
        name="Installations"
        columns={staff ? [name, status, tenant, ...rest] : [name, status, ...rest]}
        rows={asked.data?.installations}
        idOf={(i) => i.id}
        to={(i) => `/installations/${i.id}`}
        asked={asked}
        whole
        empty={<Empty title="No integration is installed">{staff ? "Install one for a tenant." : "Staff install integrations for a tenant."}</Empty>}
      />
      {staff && search.dialog === "install" && <InstallDialog onClose={() => change({ dialog: undefined }, { replace: true })} />}
    </Page>
  );
}
