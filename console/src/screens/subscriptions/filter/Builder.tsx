import { createContext, useContext, useEffect, useRef, type RefObject } from "react";
import type { Violation } from "../../../api/refusal";
import { Button } from "../../../ui/Button";
import { Choice } from "../../../ui/fields";
import { sentence } from "../../../api/refusal";
import {
  fresh,
  maxComparisons,
  maxLevels,
  measure,
  operatorsFor,
  refit,
  takesValue,
  type Comparison,
  type Condition,
  type Group,
  type Shape,
} from "./model";
import { Operand } from "./Operand";
import { fieldTypeInWords } from "../../catalog/words";
import "./builder.css";

interface Around {
  shape: Shape;
  violations: readonly Violation[];
  /** Whether the limits let a comparison be added. */
  more: boolean;
  /** Above nought while conditions just added appear, below it after some were taken away. */
  moved: RefObject<number>;
}

const AroundContext = createContext<Around | undefined>(undefined);
const useAround = () => useContext(AroundContext)!;

interface BuilderProps {
  value: Condition | undefined;
  onChange: (value: Condition | undefined) => void;
  shape: Shape;
  /** The API's, with paths from `filter` down. */
  violations: readonly Violation[];
}

/** Builds a filter out of the fields that a type declares. */
export function Builder(props: BuilderProps) {
  const { value, onChange } = props;
  const root = useRef<HTMLDivElement>(null);
  const moved = useRef(0);
  // What had the focus may be gone with a change. It goes on to what was added (the rows
  // see to that, before this runs), or to where one adds again.
  useEffect(() => {
    const buttons = root.current?.querySelectorAll<HTMLElement>("button:not(:disabled)");
    if (moved.current < 0 && buttons) buttons[buttons.length - 1]?.focus();
    moved.current = 0;
  }, [value]);
  const change = (next: Condition | undefined) => {
    moved.current = comparisons(next) - comparisons(value);
    onChange(next);
  };
  return (
    <div ref={root}>{value ? <Conditions {...props} value={value} onChange={change} moved={moved} /> : <None {...props} onChange={change} />}</div>
  );
}

function comparisons(condition: Condition | undefined): number {
  return condition ? measure(condition).comparisons : 0;
}

function None({ shape, onChange }: BuilderProps) {
  return (
    <div className="builder-none">
      <p className="quiet">No condition: every change of this type is delivered.</p>
      <Button disabled={shape.fields.length === 0} onClick={() => onChange(fresh(shape))}>
        Add a condition
      </Button>
    </div>
  );
}

function Conditions({ value, onChange, shape, violations, moved }: BuilderProps & { value: Condition; moved: RefObject<number> }) {
  const more = comparisons(value) < maxComparisons;
  const add = () =>
    onChange(value.kind === "all" ? { ...value, nodes: [...value.nodes, fresh(shape)] } : { kind: "all", nodes: [value, fresh(shape)] });
  return (
    <AroundContext value={{ shape, violations, more, moved }}>
      <div className="builder">
        <Faults at="filter" />
        <Node value={value} path="filter" level={1} onChange={onChange} />
        {value.kind !== "all" && value.kind !== "any" && (
          <div className="row">
            <Button disabled={!more} onClick={add}>
              Add a condition
            </Button>
          </div>
        )}
        {!more && <p className="quiet small">A filter has at most {maxComparisons} comparisons.</p>}
      </div>
    </AroundContext>
  );
}

interface NodeProps<T extends Condition = Condition> {
  value: T;
  path: string;
  level: number;
  onChange: (value: Condition | undefined) => void;
}

function Node({ value, path, level, onChange }: NodeProps) {
  switch (value.kind) {
    case "comparison":
      return <ComparisonRow value={value} path={path} level={level} onChange={onChange} />;
    case "not":
      return (
        <div className="builder-not">
          <span className="builder-word">not</span>
          <div>
            <Faults at={path} />
            <Node value={value.node} path={`${path}.not`} level={level + 1} onChange={(node) => onChange(node && { kind: "not", node })} />
          </div>
          <Button kind="quiet" aria-label="Take this not away" onClick={() => onChange(value.node)}>
            ✕
          </Button>
        </div>
      );
    default:
      return <GroupBox value={value} path={path} level={level} onChange={onChange} />;
  }
}

function GroupBox({ value, path, level, onChange }: NodeProps<Group>) {
  const { shape, more } = useAround();
  const set = (nodes: Condition[]) => onChange(nodes.length === 0 ? undefined : { ...value, nodes });
  const deeper = level + 1 < maxLevels;
  return (
    <fieldset className="builder-group">
      <legend className="unseen">Group of conditions</legend>
      <div className="builder-group-head">
        <Choice
          label="How the conditions go together"
          hideLabel
          compact
          value={value.kind}
          onChange={(kind) => onChange({ kind: kind as Group["kind"], nodes: value.nodes })}
          options={[
            { id: "all", name: "All of these hold" },
            { id: "any", name: "Any of these holds" },
          ]}
        />
        <NodeActions what="group" onNot={() => onChange({ kind: "not", node: value })} onRemove={() => onChange(undefined)} />
      </div>
      <Faults at={path} />
      {value.nodes.map((node, i) => (
        <Node
          key={i}
          value={node}
          path={`${path}.${value.kind}[${i}]`}
          level={level + 1}
          onChange={(changed) => set(changed ? value.nodes.with(i, changed) : value.nodes.toSpliced(i, 1))}
        />
      ))}
      <div className="row">
        <Button disabled={!more} onClick={() => set([...value.nodes, fresh(shape)])}>
          Add a condition
        </Button>
        {deeper && (
          <Button
            kind="quiet"
            disabled={!more}
            onClick={() => set([...value.nodes, { kind: value.kind === "all" ? "any" : "all", nodes: [fresh(shape)] }])}
          >
            Add a group
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function NodeActions({ what, onNot, onRemove }: { what: string; onNot: () => void; onRemove: () => void }) {
  return (
    <span className="builder-actions">
      <Button kind="quiet" onClick={onNot} aria-label={`not: negate the ${what}`} title={`Negate the ${what}`}>
        not
      </Button>
      <Button kind="quiet" onClick={onRemove} aria-label={`Remove the ${what}`} title={`Remove the ${what}`}>
        ✕
      </Button>
    </span>
  );
}

function ComparisonRow({ value, path, onChange }: NodeProps<Comparison>) {
  const { shape, moved } = useAround();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (moved.current > 0) row.current?.querySelector("button")?.focus();
  }, [moved]);
  const field = shape.fields.find((f) => f.name === value.field);
  const fields = shape.fields.map((f) => ({ id: f.name, name: f.name, about: fieldTypeInWords(f.type) }));
  const operators = operatorsFor(field, shape).map((o) => ({ id: o.op, name: o.words }));
  const faults = { field: useFaults(`${path}.field`), op: useFaults(`${path}.op`), value: useFaults(`${path}.value`, true) };
  // What a later catalog does not know any more stays as it is, and in sight.
  if (value.field && !field) fields.push({ id: value.field, name: value.field, about: "not declared by this type" });
  if (!operators.some((o) => o.id === value.op)) operators.push({ id: value.op, name: value.op });
  return (
    <div className="builder-comparison" ref={row}>
      <div className="builder-inputs">
        <Choice
          label="Field"
          hideLabel
          compact
          search={fields.length > 8}
          value={value.field}
          options={fields}
          faults={faults.field}
          onChange={(name) => onChange(refit(value, { field: shape.fields.find((f) => f.name === name) }, shape))}
        />
        <Choice
          label="Operator"
          hideLabel
          compact
          value={value.op}
          options={operators}
          faults={faults.op}
          onChange={(op) => onChange(refit(value, { op }, shape))}
        />
        {takesValue(value.op) && (
          <Operand type={field?.type} value={value.value} faults={faults.value} onChange={(v) => onChange({ ...value, value: v })} />
        )}
        <NodeActions what="condition" onNot={() => onChange({ kind: "not", node: value })} onRemove={() => onChange(undefined)} />
      </div>
      <Faults at={path} />
    </div>
  );
}

/** Violations at a path, and below it too where nothing below shows its own. */
function useFaults(path: string, below = false): Violation[] {
  return useAround().violations.filter((v) => v.path === path || (below && v.path.startsWith(`${path}[`)));
}

function Faults({ at }: { at: string }) {
  const faults = useFaults(at);
  return faults.length ? <p className="field-fault">{faults.map((f) => sentence(f.message)).join(" ")}</p> : null;
}
