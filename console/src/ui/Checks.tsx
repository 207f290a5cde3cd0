import { Checkbox, CheckboxGroup, Label } from "react-aria-components";
import type { Option } from "./fields";
import "./checks.css";

/** Some of several, all in sight. */
export function Checks({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: Option[];
  value: string[];
  onChange: (value: string[]) => void;
}) {
  return (
    <CheckboxGroup className="field" value={value} onChange={onChange}>
      <Label>{label}</Label>
      <div className="checks">
        {options.map((o) => (
          <Checkbox key={o.id} value={o.id} className="check">
            <span className="check-mark" aria-hidden="true">
              <svg viewBox="0 0 12 12">
                <path d="M2.5 6.2 5 8.6l4.6-5" />
              </svg>
            </span>
            <span>
              {o.name}
              {o.about && <span className="quiet small"> {o.about}</span>}
            </span>
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
}
