import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { indent } from "../../../api/json";
import type { Violation } from "../../../api/refusal";
import { TextInput } from "../../../ui/fields";
import { Copy } from "../../../ui/copy";
import { Builder } from "./Builder";
import { ConditionError, readCondition, writeCondition, type Condition, type Shape } from "./model";
import { inWords } from "./words";
import "./filter.css";

interface Props {
  value: Condition | undefined;
  onChange: (value: Condition | undefined) => void;
  shape: Shape;
  violations: readonly Violation[];
}

/** A filter: built out of fields, or pasted as JSON; as a sentence in either case. */
export function FilterField({ value, onChange, shape, violations }: Props) {
  const [view, setView] = useState("builder");
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();

  const turn = (to: string) => {
    if (to === "json") setText(value ? indent(writeCondition(value).text) : "");
    setFault(undefined);
    setView(to);
  };
  const paste = (pasted: string) => {
    setText(pasted);
    if (pasted.trim() === "") {
      setFault(undefined);
      onChange(undefined);
      return;
    }
    try {
      onChange(readCondition(pasted));
      setFault(undefined);
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      setFault(`${error.message}. The filter stays as it was.`);
    }
  };
  const below = violations.map((v) => `${v.path}: ${v.message}`);
  return (
    <div className="filter-field">
      <Tabs selectedKey={view} onSelectionChange={(key) => turn(String(key))}>
        <div className="filter-head">
          <span className="field-label">Filter</span>
          <TabList aria-label="How to write the filter" className="tabs">
            <Tab id="builder" className="tab">
              Builder
            </Tab>
            <Tab id="json" className="tab">
              JSON
            </Tab>
          </TabList>
        </div>
        <TabPanel id="builder" className="tab-panel">
          <Builder value={value} onChange={onChange} shape={shape} violations={violations} />
        </TabPanel>
        <TabPanel id="json" className="tab-panel">
          <TextInput
            label="Filter as JSON"
            hideLabel
            mono
            lines={9}
            placeholder={'{ "field": "email", "op": "ends_with", "value": "@example.org" }'}
            value={text}
            onChange={paste}
            faults={fault ? [fault] : below}
            about="Paste a condition, or write one. Empty delivers every change."
          />
        </TabPanel>
      </Tabs>
      {value && (
        <p className="filter-words" aria-label="The filter as a sentence">
          <span className="quiet">Delivers where </span>
          {inWords(value)}
          <Copy text={writeCondition(value).text} what="filter as JSON" />
        </p>
      )}
    </div>
  );
}
