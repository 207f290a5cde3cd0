import { useState } from "react";
import { useAct } from "../../api/hooks";
import { violationsAt, violationsElsewhere, type Refusal } from "../../api/refusal";
import { RegisterEventTypeDocument, type EventTypeKind, type FieldType, type ShapeFragment } from "../../gql/graphql";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Checks } from "../../ui/Checks";
import { Dialog } from "../../ui/Dialog";
import { Choice, Radios, TextInput } from "../../ui/fields";
import { Note, Refused } from "../../ui/states";
import { fieldTypeInWords } from "./words";

const fieldTypes: FieldType[] = ["STRING", "NUMBER", "BOOLEAN", "DATE", "DATETIME", "STRING_LIST", "OBJECT"];

interface Field {
  name: string;
  type: FieldType;
  description: string;
}

/** Puts a type into the catalog, whole, or replaces the one of that name. */
export function TypeDialog({ existing, onClose }: { existing: ShapeFragment | undefined; onClose: () => void }) {
  const [name, setName] = useState(existing?.name ?? "");
  const [kind, setKind] = useState<EventTypeKind>(existing?.kind ?? "CHANGE");
  const [description, setDescription] = useState(existing?.description ?? "");
  const [fields, setFields] = useState<Field[]>(() =>
    (existing?.fields ?? []).map((f) => ({ name: f.name, type: f.type, description: f.description ?? "" })),
  );
  const [carries, setCarries] = useState<string[]>(() => [
    ...(existing?.carriesPriorValues ? ["prior"] : []),
    ...(existing?.carriesChangedFields ? ["changed"] : []),
  ]);
  const [act, busy] = useAct(RegisterEventTypeDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const save = async () => {
    const done = await act({
      input: {
        name: name.trim(),
        kind,
        description: description.trim() || undefined,
        fields: fields.map((f) => ({ name: f.name.trim(), type: f.type, description: f.description.trim() || undefined })),
        carriesPriorValues: carries.includes("prior"),
        carriesChangedFields: carries.includes("changed"),
      },
    });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce(`${name.trim()} is in the catalog`);
    onClose();
  };
  const set = (i: number, change: Partial<Field>) => setFields(fields.with(i, { ...fields[i]!, ...change }));
  const others = violationsElsewhere(refusal, ["name", "description", "fields", "kind"]);
  return (
    <Dialog
      title={existing ? `Register ${existing.name} anew` : "Register a type"}
      size="large"
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
        {existing && (
          <Note tone="warn">
            It takes the place of the type as it is. Stored filters stay; what of them no longer fits is unknown, and matches nothing.
          </Note>
        )}
        <TextInput
          label="Name"
          mono
          placeholder="crm.contact.updated"
          disabled={existing !== undefined}
          value={name}
          onChange={setName}
          faults={violationsAt(refusal, "name")}
          autoFocus={!existing}
        />
        <Radios
          label="Kind"
          value={kind}
          onChange={setKind}
          options={[
            { id: "CHANGE", name: "Change", about: "of the platform's own data" },
            { id: "PRODUCED", name: "Produced", about: "by an adapter" },
          ]}
        />
        <TextInput
          label="Description"
          about="For people; may be left empty"
          value={description}
          onChange={setDescription}
          faults={violationsAt(refusal, "description")}
          lines={2}
        />
        <div className="field">
          <p className="field-label">Fields</p>
          <div className="type-rows">
            {fields.map((f, i) => (
              <div className="type-row" key={i}>
                <div className="type-name">
                  <TextInput
                    label={`Name of field ${i + 1}`}
                    hideLabel
                    mono
                    placeholder="name"
                    value={f.name}
                    onChange={(v) => set(i, { name: v })}
                    faults={violationsAt(refusal, `fields[${i}].name`)}
                  />
                </div>
                <div className="type-type">
                  <Choice
                    label={`Type of field ${i + 1}`}
                    hideLabel
                    compact
                    value={f.type}
                    onChange={(v) => set(i, { type: v as FieldType })}
                    options={fieldTypes.map((t) => ({ id: t, name: fieldTypeInWords(t) }))}
                  />
                </div>
                <div className="type-meaning">
                  <TextInput
                    label={`Meaning of field ${i + 1}`}
                    hideLabel
                    placeholder="Meaning"
                    value={f.description}
                    onChange={(v) => set(i, { description: v })}
                    faults={violationsAt(refusal, `fields[${i}].description`)}
                  />
                </div>
                <Button kind="quiet" aria-label={`Remove field ${i + 1}`} onClick={() => setFields(fields.toSpliced(i, 1))}>
                  ✕
                </Button>
              </div>
            ))}
          </div>
          {violationsAt(refusal, "fields")
            .filter((v) => v.path === "fields")
            .map((v) => (
              <p className="field-fault" key={v.message}>
                {v.message}
              </p>
            ))}
          <div className="row">
            <Button onClick={() => setFields([...fields, { name: "", type: "STRING", description: "" }])}>Add a field</Button>
          </div>
        </div>
        <Checks
          label="Deliveries carry"
          value={carries}
          onChange={setCarries}
          options={[
            { id: "prior", name: "The values before the change" },
            { id: "changed", name: "The names of the fields that differ" },
          ]}
        />
        <Refused refusal={refusal && (refusal.violations.length === 0 || others.length > 0) ? refusal : undefined} />
      </div>
    </Dialog>
  );
}
