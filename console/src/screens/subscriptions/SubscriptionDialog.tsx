import { useMemo, useState } from "react";
import { useAct, useAsk } from "../../api/hooks";
import { violationsAt, violationsElsewhere, type Refusal, type Violation } from "../../api/refusal";
import {
  CreateSubscriptionDocument,
  SubscribableDocument,
  UpdateSubscriptionDocument,
  type DeliveryMode,
  type SubscribableQuery,
  type SubscriptionQuery,
} from "../../gql/graphql";
import { Link } from "../../navigate";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Choice, Radios, TextInput, type OptionGroup } from "../../ui/fields";
import { Failed, Refused } from "../../ui/states";
import { accountName } from "../common";
import { FilterField } from "./filter/FilterField";
import { complete, readCondition, writeCondition, type Condition, type Shape } from "./filter/model";
import { Preview } from "./filter/Preview";
import { TestBefore } from "./TestBefore";
import { fieldTypeInWords } from "../catalog/words";
import "./subscription-dialog.css";

type Existing = NonNullable<SubscriptionQuery["integrationSubscription"]>;

interface Props {
  /** The one to edit; without it, one is made. */
  existing?: Existing;
  onClose: () => void;
  onDone: (id: string) => void;
}

const noShape: Shape = { fields: [], carriesPriorValues: false, carriesChangedFields: false };
const nothing: SubscribableQuery = { __typename: "Query", installations: [], eventTypes: [] };

/** Everything that a subscription is, in one dialog. */
export function SubscriptionDialog({ existing, onClose, onDone }: Props) {
  const asked = useAsk(SubscribableDocument, {});
  const subscribable = asked.data ?? nothing;
  // What one began to edit, whatever it has become since: an edit in between is a CONFLICT.
  const [version] = useState(existing?.version);
  const [connectionId, setConnection] = useState(existing?.connection.id);
  const [eventType, setType] = useState(existing?.eventType.name);
  const [mode, setMode] = useState<DeliveryMode>(existing?.mode ?? "PUSH");
  const [url, setUrl] = useState(existing?.destinationUrl ?? "");
  const [filter, setFilter] = useState<Condition | undefined>(() => (existing?.filter ? readCondition(existing.filter.text) : undefined));
  const [previewed, setPreviewed] = useState<Violation[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const [create, creating] = useAct(CreateSubscriptionDocument);
  const [update, updating] = useAct(UpdateSubscriptionDocument);

  const installation = subscribable.installations.find((i) => i.connections.some((c) => c.id === connectionId));
  const type = subscribable.eventTypes.find((t) => t.name === eventType) ?? existing?.eventType;
  const accounts = useMemo(() => accountOptions(subscribable), [subscribable]);
  const types = useMemo(() => typeOptions(subscribable, installation), [subscribable, installation]);
  const text = useMemo(() => filter && complete(filter) && writeCondition(filter), [filter]);

  const save = async () => {
    const destinationUrl = mode === "PUSH" ? url.trim() : undefined;
    const done = existing
      ? await update({
          input: {
            id: existing.id,
            version,
            filter: filter ? writeCondition(filter) : null,
            ...(destinationUrl !== undefined && { destinationUrl }),
          },
        })
      : await create({
          input: {
            installationId: installation?.id ?? "",
            connectionId: connectionId ?? "",
            eventType: eventType ?? "",
            mode,
            destinationUrl,
            filter: filter && writeCondition(filter),
          },
        });
    setRefusal(done.refusal);
    if (!done.data) return;
    const saved = "createIntegrationSubscription" in done.data ? done.data.createIntegrationSubscription : done.data.updateIntegrationSubscription;
    announce(existing ? "The subscription was changed" : "The subscription was made");
    onDone(saved.subscription.id);
  };

  const at = (path: string) => violationsAt(refusal, path);
  const fault = (code: string, fallback: Violation[]) => (refusal?.code === code && fallback.length === 0 ? [refusal.message] : fallback);
  const filterFaults = at("filter").length ? at("filter") : previewed;
  const missing = !connectionId
    ? "Choose an account."
    : !eventType
      ? "Choose a type."
      : mode === "PUSH" && !url.trim()
        ? "Write the address to push to."
        : undefined;

  return (
    <Dialog
      title={existing ? "Edit the subscription" : "New subscription"}
      size="large"
      onClose={onClose}
      onSubmit={() => !missing && void save()}
      foot={
        <>
          <span className="quiet small dialog-hint">{missing}</span>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={creating || updating} disabled={missing !== undefined}>
            {existing ? "Save" : "Subscribe"}
          </Button>
        </>
      }
    >
      <div className="subscription-form">
        <div className="stack">
          {asked.refusal && <Failed refusal={asked.refusal} again={asked.again} what="What can be subscribed to" />}
          <GeneralRefusal refusal={refusal} />
          <Choice
            label="Account"
            search={accounts.flatMap((g) => g.options).length > 8}
            disabled={existing !== undefined || !asked.data}
            placeholder={asked.data ? undefined : "Loading…"}
            value={connectionId}
            onChange={setConnection}
            options={existing && !installation ? [{ id: existing.connection.id, name: accountName(existing.connection) }] : accounts}
            faults={fault("INSTALLATION_NOT_ENABLED", [...at("connectionId"), ...at("installationId")])}
            about={existing ? "Fixed when it was made." : undefined}
          />
          <Choice
            label="Type of change"
            search={types.length > 8}
            disabled={existing !== undefined || !installation}
            value={eventType}
            onChange={(t) => {
              setType(t);
              if (t !== eventType) setFilter(undefined);
            }}
            options={existing ? [{ id: existing.eventType.name, name: existing.eventType.name }] : types}
            faults={fault("EVENT_TYPE_NOT_ACCEPTED", at("eventType"))}
            about={
              existing
                ? undefined
                : installation
                  ? `What release ${installation.release.version} declares and the installation has accepted.`
                  : "Choose an account first."
            }
          />
          <Radios
            label="Mode"
            disabled={existing !== undefined}
            value={mode}
            onChange={setMode}
            options={[
              { id: "PUSH", name: "Push", about: "each is posted to an address" },
              { id: "PULL", name: "Pull", about: "they wait in the account's feed" },
            ]}
          />
          {mode === "PUSH" && (
            <>
              <TextInput
                label="Address"
                type="url"
                mono
                placeholder="https://example.org/hooks/contacts"
                value={url}
                onChange={setUrl}
                faults={at("destinationUrl")}
              />
              <TestBefore connectionId={connectionId} eventType={eventType} url={url.trim()} onRefusal={setRefusal} />
            </>
          )}
          <FilterField value={filter} onChange={setFilter} shape={type ?? noShape} violations={filterFaults} />
        </div>
        <div className="stack">
          {type && <TypeCard type={type} />}
          <Preview
            connectionId={connectionId}
            eventType={eventType}
            filter={text || undefined}
            unfinished={filter !== undefined && !complete(filter)}
            onViolations={setPreviewed}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** What no input of the form shows beside itself. */
function GeneralRefusal({ refusal }: { refusal: Refusal | undefined }) {
  if (!refusal || refusal.code === "EVENT_TYPE_NOT_ACCEPTED" || refusal.code === "INSTALLATION_NOT_ENABLED") return null;
  const others = violationsElsewhere(refusal, ["connectionId", "installationId", "eventType", "destinationUrl", "filter"]);
  if (refusal.violations.length > 0 && others.length === 0) return null;
  const other = refusal.extensions.subscriptionId;
  return (
    <Refused refusal={others.length ? { ...refusal, message: others.map((v) => `${v.path}: ${v.message}`).join(" ") } : refusal}>
      {typeof other === "string" && <Link to={`/subscriptions/${other}`}>Show the one there is</Link>}
      {refusal.code === "CONFLICT" && <p>Someone else changed it in the meantime. Close this, look at what it says now, and edit that.</p>}
    </Refused>
  );
}

function TypeCard({ type }: { type: SubscribableQuery["eventTypes"][number] }) {
  const carries = [type.carriesChangedFields && "the names of the fields that changed", type.carriesPriorValues && "the values before"].filter(
    Boolean,
  );
  return (
    <section className="card" aria-label={`Fields of ${type.name}`}>
      <h2>{type.name}</h2>
      {type.description && <p className="quiet">{type.description}</p>}
      <ul className="type-fields">
        {type.fields.map((f) => (
          <li key={f.name} title={f.description ?? undefined}>
            <code>{f.name}</code> <span className="quiet small">{fieldTypeInWords(f.type)}</span>
          </li>
        ))}
      </ul>
      <p className="quiet small">{carries.length ? `Deliveries carry ${carries.join(" and ")} too.` : "Deliveries carry these fields alone."}</p>
    </section>
  );
}

function accountOptions({ installations }: SubscribableQuery): OptionGroup[] {
  return installations
    .filter((i) => i.connections.length > 0)
    .map((i) => ({
      name: i.integration.name,
      options: i.connections.map((c) => ({
        id: c.id,
        name: accountName(c),
        about: c.name ? c.account : undefined,
        barred: i.status === "SUSPENDED" ? "Its installation is suspended" : undefined,
      })),
    }));
}

function typeOptions({ eventTypes }: SubscribableQuery, installation: SubscribableQuery["installations"][number] | undefined) {
  if (!installation) return [];
  const about = new Map(eventTypes.map((t) => [t.name, t.description]));
  return installation.release.declares.map((name) => ({
    id: name,
    name,
    about: about.get(name) ?? undefined,
    barred: installation.acceptedEventTypes.includes(name) ? undefined : "Not accepted: an administrator accepts types on the installation's page",
  }));
}
