import { useState } from "react";
import { Button as AriaButton, Tag, TagGroup, TagList } from "react-aria-components";
import { NumberText } from "../../../api/json";
import type { FieldType } from "../../../gql/graphql";
import { Button } from "../../../ui/Button";
import { Choice, TextInput, type Faults } from "../../../ui/fields";
import type { Scalar } from "./model";

interface Props {
  type: FieldType | undefined;
  value: Scalar | Scalar[] | undefined;
  onChange: (value: Scalar | Scalar[]) => void;
  faults: Faults;
}

/** The value that a field is compared with, in the field's own type. */
export function Operand({ type, value, onChange, faults }: Props) {
  if (Array.isArray(value)) return <Several type={type} value={value} onChange={onChange} faults={faults} />;
  return <One label="Value" type={type} value={value ?? null} onChange={onChange} faults={faults} />;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Reads what was typed as the field's type has it; what does not fit stays text, for the API to refuse. */
function read(type: FieldType | undefined, text: string): Scalar {
  switch (type) {
    case "NUMBER":
      return number.test(text.trim()) ? new NumberText(text.trim()) : text;
    case "BOOLEAN":
      return text === "true";
    case "DATETIME":
      return /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? new Date(text).toISOString() : text;
    default:
      return text;
  }
}

function show(type: FieldType | undefined, value: Scalar): string {
  if (value === null) return "";
  if (value instanceof NumberText) return value.text;
  if (type === "DATETIME" && typeof value === "string" && !Number.isNaN(Date.parse(value))) {
    const at = new Date(value);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }
  return String(value);
}

interface OneProps {
  label: string;
  type: FieldType | undefined;
  value: Scalar;
  onChange: (value: Scalar) => void;
  faults: Faults;
}

function One({ label, type, value, onChange, faults }: OneProps) {
  if (type === "BOOLEAN" && typeof value === "boolean") {
    return (
      <Choice
        label={label}
        hideLabel
        compact
        value={String(value)}
        onChange={(v) => onChange(v === "true")}
        options={[
          { id: "true", name: "true" },
          { id: "false", name: "false" },
        ]}
        faults={faults}
      />
    );
  }
  const wrong = type === "NUMBER" && typeof value === "string" && value !== "" ? ["Write a number, as in 12.5."] : faults;
  return (
    <TextInput
      label={label}
      hideLabel
      type={type === "DATE" ? "date" : type === "DATETIME" ? "datetime-local" : "text"}
      inputMode={type === "NUMBER" ? "decimal" : undefined}
      placeholder={type === "NUMBER" ? "Number" : type === "DATE" || type === "DATETIME" ? undefined : "Text"}
      value={show(type, value)}
      onChange={(text) => onChange(read(type, text))}
      faults={wrong}
    />
  );
}

function Several({
  type,
  value,
  onChange,
  faults,
}: {
  type: FieldType | undefined;
  value: Scalar[];
  onChange: (value: Scalar[]) => void;
  faults: Faults;
}) {
  const [next, setNext] = useState("");
  const candidate = read(type, next);
  const fits = next.trim() !== "" && !(type === "NUMBER" && typeof candidate === "string");
  const add = () => {
    if (!fits) return;
    if (!value.some((v) => show(type, v) === show(type, candidate))) onChange([...value, candidate]);
    setNext("");
  };
  const names = value.map((v, i) => ({ id: i, name: show(type, v) || "(empty)" }));
  return (
    <div
      className="builder-several"
      // Enter adds a value; the dialog around is not sent by it.
      onKeyDown={(e) => {
        if (e.key !== "Enter" || !(e.target instanceof HTMLInputElement)) return;
        e.preventDefault();
        add();
      }}
    >
      {names.length > 0 && (
        <TagGroup aria-label="Values" onRemove={(keys) => onChange(value.filter((_, i) => !keys.has(i)))}>
          <TagList items={names} className="tags">
            {({ name }) => (
              <Tag className="tag" textValue={name}>
                {name}
                <AriaButton slot="remove" className="tag-remove">
                  ✕
                </AriaButton>
              </Tag>
            )}
          </TagList>
        </TagGroup>
      )}
      <div className="builder-next">
        {type === "BOOLEAN" ? (
          <Choice
            label="Another value"
            hideLabel
            compact
            value={undefined}
            placeholder="Add…"
            onChange={(v) => onChange([...new Set([...value, v === "true"])])}
            options={[
              { id: "true", name: "true" },
              { id: "false", name: "false" },
            ]}
            faults={faults}
          />
        ) : (
          <>
            <TextInput
              label="Another value"
              hideLabel
              type={type === "DATE" ? "date" : type === "DATETIME" ? "datetime-local" : "text"}
              placeholder={value.length ? "Another" : "Value, then Enter"}
              value={next}
              onChange={setNext}
              faults={faults?.length ? faults : next && !fits ? ["Write a number, as in 12.5."] : undefined}
            />
            <Button onClick={add} disabled={!fits}>
              Add
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
