import { useState } from "react";
import { useAct, useAsk } from "../../api/hooks";
import { violationsAt, type Refusal } from "../../api/refusal";
import { ApplicationsDocument, RegisterApplicationDocument, type ApplicationsQuery } from "../../gql/graphql";
import { useSearch } from "../../navigate";
import { useMay } from "../../session/viewer";
import { Page } from "../../shell/Page";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Id } from "../../ui/copy";
import { Dialog } from "../../ui/Dialog";
import { TextInput } from "../../ui/fields";
import { List, type ListColumn } from "../../ui/List";
import { Empty, Refused } from "../../ui/states";
import { Time } from "../../ui/time";

type Row = ApplicationsQuery["applications"][number];

const columns: ListColumn<Row>[] = [
  { name: "Application", width: "2fr", narrow: "title", cell: (a) => <strong className="clip">{a.name}</strong> },
  { name: "Key", width: "2fr", narrow: "side", cell: (a) => <code className="clip">{a.key}</code> },
  {
    name: "Consumer's address",
    width: "4fr",
    narrow: "line",
    cell: (a) => (a.consumer ? <span className="clip">{a.consumer.endpoint}</span> : <span className="quiet">none registered</span>),
  },
  {
    name: "Interests",
    width: "3fr",
    narrow: "line",
    cell: (a) => (
      <span className="clip" title={a.consumer?.interests.join(", ")}>
        {a.consumer?.interests.join(", ")}
      </span>
    ),
  },
  { name: "Registered", width: "9.5rem", narrow: "none", cell: (a) => a.consumer && <Time at={a.consumer.registeredAt} /> },
  { name: "Id", width: "9.5rem", narrow: "none", cell: (a) => <Id of={a.id} /> },
];

/** The platform's applications, and what they listen to. */
export default function Applications() {
  const asked = useAsk(ApplicationsDocument, {});
  const staff = useMay("staff");
  const [search, change] = useSearch();
  return (
    <Page
      title="Applications"
      about="Who consumes events; a deploy registers its own consumer"
      actions={
        staff && (
          <Button kind="primary" onClick={() => change({ dialog: "register" })}>
            Register an application
          </Button>
        )
      }
    >
      <List
        name="Applications"
        columns={columns}
        rows={asked.data?.applications}
        idOf={(a) => a.id}
        asked={asked}
        whole
        empty={
          <Empty title="No application to see">{staff ? "Register one, then make a token for its deploy." : "Staff register applications."}</Empty>
        }
      />
      {staff && search.dialog === "register" && <Register onClose={() => change({ dialog: undefined }, { replace: true })} />}
    </Page>
  );
}

function Register({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const [act, busy] = useAct(RegisterApplicationDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const save = async () => {
    const done = await act({ input: { key: key.trim(), name: name.trim() } });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce(`${name.trim()} is registered`);
    onClose();
  };
  return (
    <Dialog
      title="Register an application"
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
        <TextInput
          label="Key"
          mono
          about="For programs: lower-case letters, digits, - and _. One that exists is renamed."
          value={key}
          onChange={setKey}
          faults={violationsAt(refusal, "key")}
          autoFocus
        />
        <TextInput label="Name" value={name} onChange={setName} faults={violationsAt(refusal, "name")} />
        <Refused refusal={refusal && refusal.violations.length === 0 ? refusal : undefined} />
      </div>
    </Dialog>
  );
}
