import { useState } from "react";
import { useAct, useAsk } from "../../api/hooks";
import { violationsAt, type Refusal } from "../../api/refusal";
import { InstallableDocument, InstallDocument } from "../../gql/graphql";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Checks } from "../../ui/Checks";
import { Dialog } from "../../ui/Dialog";
import { Choice } from "../../ui/fields";
import { Failed, Refused } from "../../ui/states";
import { useGo } from "../../navigate";

/** Installs an integration for a tenant, at its current release. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  const asked = useAsk(InstallableDocument, {});
  const [tenantId, setTenant] = useState<string>();
  const [key, setKey] = useState<string>();
  const [accepted, setAccepted] = useState<string[]>([]);
  const [act, busy] = useAct(InstallDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const go = useGo();
  const integration = asked.data?.integrations.find((i) => i.key === key);
  const save = async () => {
    if (!tenantId || !key) return;
    const done = await act({ input: { tenantId, integrationKey: key, acceptedEventTypes: accepted } });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce("The integration is installed");
    go(`/installations/${done.data.installIntegration.installation.id}`, { replace: true });
  };
  return (
    <Dialog
      title="Install an integration"
      onClose={onClose}
      onSubmit={() => !busy && void save()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={!tenantId || !key}>
            Install
          </Button>
        </>
      }
    >
      <div className="stack">
        {asked.refusal && !asked.data && <Failed refusal={asked.refusal} again={asked.again} what="What can be installed" />}
        <Choice
          label="Tenant"
          search
          value={tenantId}
          onChange={setTenant}
          options={(asked.data?.tenants.nodes ?? []).map((t) => ({ id: t.id, name: t.name }))}
          faults={violationsAt(refusal, "tenantId")}
        />
        <Choice
          label="Integration"
          value={key}
          onChange={(k) => {
            setKey(k);
            setAccepted([]);
          }}
          options={(asked.data?.integrations ?? []).map((i) => ({
            id: i.key,
            name: i.name,
            about: i.currentRelease?.version,
            barred: i.currentRelease ? undefined : "It has no release yet",
          }))}
          faults={violationsAt(refusal, "integrationKey")}
        />
        {integration?.currentRelease &&
          (integration.currentRelease.declares.length > 0 ? (
            <Checks
              label="Types of changes that the tenant accepts"
              options={integration.currentRelease.declares.map((t) => ({ id: t, name: t }))}
              value={accepted}
              onChange={setAccepted}
            />
          ) : (
            <p className="quiet">Its release declares no types of changes.</p>
          ))}
        <Refused refusal={refusal && refusal.violations.length === 0 ? refusal : undefined} />
      </div>
    </Dialog>
  );
}
