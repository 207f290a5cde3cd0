import { useMemo, useState } from "react";
import { useAct, useAsk } from "../../api/hooks";
import { violationsAt, type Refusal } from "../../api/refusal";
import { RegisterTenantDocument, TenantsDocument, type TenantsQuery } from "../../gql/graphql";
import { useSearch } from "../../navigate";
import { page } from "../../search";
import { Page } from "../../shell/Page";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Id } from "../../ui/copy";
import { Dialog } from "../../ui/Dialog";
import { TextInput } from "../../ui/fields";
import { List, type ListColumn } from "../../ui/List";
import { Empty, Refused } from "../../ui/states";

type Row = TenantsQuery["tenants"]["nodes"][number];

const columns: ListColumn<Row>[] = [
  { name: "Tenant", width: "3fr", narrow: "title", cell: (t) => <strong className="clip">{t.name}</strong> },
  { name: "Id", width: "20rem", narrow: "line", cell: (t) => <Id of={t.id} whole /> },
];

/** Everybody on the platform. */
export default function Tenants() {
  const [search, change] = useSearch();
  const asked = useAsk(
    TenantsDocument,
    useMemo(() => page(search), [search.after, search.before]),
  );
  return (
    <Page
      title="Tenants"
      about="Organisations on the platform"
      actions={
        <Button kind="primary" onClick={() => change({ dialog: "register" })}>
          Register a tenant
        </Button>
      }
    >
      <List
        name="Tenants"
        columns={columns}
        rows={asked.data?.tenants.nodes}
        pageInfo={asked.data?.tenants.pageInfo}
        idOf={(t) => t.id}
        asked={asked}
        empty={<Empty title="No tenants yet">Register the first one.</Empty>}
      />
      {search.dialog === "register" && <Register onClose={() => change({ dialog: undefined }, { replace: true })} />}
    </Page>
  );
}

function Register({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [emails, setEmails] = useState("");
  const [act, busy] = useAct(RegisterTenantDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const save = async () => {
    const done = await act({ input: { name: name.trim(), administratorEmails: emails.split(/[\s,;]+/).filter(Boolean) } });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce(`${done.data.registerTenant.tenant.name} is registered`);
    onClose();
  };
  return (
    <Dialog
      title="Register a tenant"
      size="small"
      onClose={onClose}
      onSubmit={() => !busy && void save()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={busy}>
            Register
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextInput label="Name" value={name} onChange={setName} faults={violationsAt(refusal, "name")} autoFocus />
        <TextInput
          label="Administrators"
          about="E-mail addresses, one a line. Each gets every notice once."
          lines={3}
          value={emails}
          onChange={setEmails}
          faults={violationsAt(refusal, "administratorEmails")}
        />
        <Refused refusal={refusal && refusal.violations.length === 0 ? refusal : undefined} />
      </div>
    </Dialog>
  );
}
