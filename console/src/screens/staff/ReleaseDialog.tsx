import { useState } from "react";
import { useAct, useAsk } from "../../api/hooks";
import { violationsAt, type Refusal } from "../../api/refusal";
import { PublishableDocument, PublishReleaseDocument } from "../../gql/graphql";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Choices, TextInput } from "../../ui/fields";
import { Refused } from "../../ui/states";

/** Publishes a release; it is the current one at once. */
export function ReleaseDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const [version, setVersion] = useState("");
  const [declares, setDeclares] = useState<string[]>([]);
  const [produces, setProduces] = useState<string[]>([]);
  const { data } = useAsk(PublishableDocument, {});
  const types = data?.eventTypes ?? [];
  const [act, busy] = useAct(PublishReleaseDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const known = data?.integrations.find((i) => i.key === key.trim());
  // What the last release had is where the next one begins.
  const begin = () => {
    const last = known?.currentRelease;
    if (!known || !last) return;
    setName(known.name);
    setDeclares([...last.declares]);
    setProduces([...last.produces]);
  };
  const options = (kind: string) => types.filter((t) => t.kind === kind).map((t) => ({ id: t.name, name: t.name }));
  const save = async () => {
    const done = await act({ input: { integrationKey: key.trim(), name: name.trim(), version: version.trim(), declares, produces } });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce(`${name.trim()} ${version.trim()} is published`);
    onClose();
  };
  return (
    <Dialog
      title="Publish a release"
      onClose={onClose}
      onSubmit={() => !busy && void save()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={busy}>
            Publish
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextInput
          label="Key of the integration"
          mono
          about={known ? `${known.name}, ${known.currentRelease?.version ?? "no release yet"} so far` : "A new key adds an integration."}
          value={key}
          onChange={setKey}
          faults={violationsAt(refusal, "integrationKey")}
          autoFocus
        />
        {known && (
          <div className="row">
            <Button onClick={begin}>Begin with what {known.currentRelease?.version ?? "it"} has</Button>
          </div>
        )}
        <TextInput label="Name" value={name} onChange={setName} faults={violationsAt(refusal, "name")} />
        <TextInput label="Version" value={version} onChange={setVersion} faults={violationsAt(refusal, "version")} />
        <Choices
          label="Declares"
          placeholder="No changes"
          search
          about="Types of changes that it may subscribe to, once a tenant accepts them"
          options={options("CHANGE")}
          value={declares}
          onChange={setDeclares}
          faults={violationsAt(refusal, "declares")}
        />
        <Choices
          label="Produces"
          placeholder="No events"
          search
          about="Types of events that its adapter may emit"
          options={options("PRODUCED")}
          value={produces}
          onChange={setProduces}
          faults={violationsAt(refusal, "produces")}
        />
        <Refused refusal={refusal && refusal.violations.length === 0 ? refusal : undefined} />
      </div>
    </Dialog>
  );
}
