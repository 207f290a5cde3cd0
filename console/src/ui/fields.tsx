import type { ReactNode } from "react";
import {
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
  Button as AriaButton,
  Text,
  TextArea,
  TextField,
  Autocomplete,
  SearchField,
  useFilter,
  ListBoxSection,
  Header,
  Collection,
} from "react-aria-components";
import type { Violation } from "../api/refusal";
import { sentence } from "../api/refusal";
import "./fields.css";

/** What is wrong with an input, in the API's words or in ours. */
export type Faults = readonly (Violation | string)[] | undefined;

function inWords(faults: Faults): string {
  return (faults ?? [])
    .map((f) => {
      if (typeof f === "string") return sentence(f);
      const entry = /\[(\d+)\]$/.exec(f.path)?.[1];
      return entry === undefined ? sentence(f.message) : sentence(`Entry ${Number(entry) + 1}: ${f.message}`);
    })
    .join(" ");
}

interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  about?: ReactNode;
  faults?: Faults;
  placeholder?: string;
  type?: "text" | "url" | "password" | "search" | "email" | "date" | "datetime-local";
  mono?: boolean;
  lines?: number;
  autoFocus?: boolean;
  disabled?: boolean;
  hideLabel?: boolean;
  inputMode?: "text" | "decimal" | "numeric" | "url";
}

/** A line or some lines of text, with what is wrong about them below. */
export function TextInput({
  label,
  value,
  onChange,
  about,
  faults,
  placeholder,
  type = "text",
  mono,
  lines,
  autoFocus,
  disabled,
  hideLabel,
  inputMode,
}: TextProps) {
  const wrong = inWords(faults);
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      type={type}
      isInvalid={wrong !== ""}
      isDisabled={disabled}
      validationBehavior="aria"
      autoFocus={autoFocus}
      aria-label={hideLabel ? label : undefined}
      autoComplete="off"
      spellCheck="false"
      inputMode={inputMode}
    >
      {!hideLabel && <Label>{label}</Label>}
      {lines ? (
        <TextArea className={mono ? "input mono" : "input"} rows={lines} placeholder={placeholder} />
      ) : (
        <Input className={mono ? "input mono" : "input"} placeholder={placeholder} />
      )}
      {about && (
        <Text slot="description" className="field-about">
          {about}
        </Text>
      )}
      <FieldError className="field-fault">{wrong}</FieldError>
    </TextField>
  );
}

export interface Option {
  id: string;
  name: string;
  /** Beside the name, smaller. */
  about?: string;
  /** Why it can't be chosen. */
  barred?: string;
}

export interface OptionGroup {
  name: string;
  options: Option[];
}

interface ChoiceProps {
  label: string;
  options: Option[] | OptionGroup[];
  about?: ReactNode;
  faults?: Faults;
  placeholder?: string;
  /** Lets people type to find, where there are many. */
  search?: boolean;
  hideLabel?: boolean;
  disabled?: boolean;
  compact?: boolean;
}

/** One of several. */
export function Choice({ value, onChange, ...rest }: ChoiceProps & { value: string | undefined; onChange: (value: string) => void }) {
  return (
    <Select
      className={rest.compact ? "field field-compact" : "field"}
      value={value ?? null}
      onChange={(key) => key !== null && onChange(String(key))}
      placeholder={rest.placeholder ?? "Choose…"}
      allowsEmptyCollection
      isInvalid={inWords(rest.faults) !== ""}
      isDisabled={rest.disabled}
      validationBehavior="aria"
      aria-label={rest.hideLabel ? rest.label : undefined}
    >
      <ChoiceParts {...rest} />
    </Select>
  );
}

/** Some of several; none means any. */
export function Choices({ value, onChange, ...rest }: ChoiceProps & { value: string[]; onChange: (value: string[]) => void }) {
  return (
    <Select
      className={rest.compact ? "field field-compact" : "field"}
      selectionMode="multiple"
      value={value}
      onChange={(keys) => onChange(keys.map(String))}
      placeholder={rest.placeholder ?? "Any"}
      allowsEmptyCollection
      isDisabled={rest.disabled}
      aria-label={rest.hideLabel ? rest.label : undefined}
    >
      <ChoiceParts {...rest} many />
    </Select>
  );
}

function ChoiceParts({ label, options, about, faults, search, hideLabel, many }: ChoiceProps & { many?: boolean }) {
  const { contains } = useFilter({ sensitivity: "base" });
  const list = (
    <ListBox
      className="options"
      items={options as Iterable<(Option | OptionGroup) & { id?: string }>}
      renderEmptyState={() => <p className="options-none">Nothing fits</p>}
    >
      {(o) =>
        "options" in o ? (
          <ListBoxSection id={o.name}>
            <Header className="options-group">{o.name}</Header>
            <Collection items={o.options}>{option}</Collection>
          </ListBoxSection>
        ) : (
          option(o)
        )
      }
    </ListBox>
  );
  return (
    <>
      {!hideLabel && <Label>{label}</Label>}
      <AriaButton className="input choice">
        <SelectValue className="clip">
          {({ selectedText, isPlaceholder, defaultChildren, state }) => {
            if (isPlaceholder) return defaultChildren;
            const n = Array.isArray(state.value) ? state.value.length : 1;
            return n > 2 ? `${n} chosen` : selectedText;
          }}
        </SelectValue>
        <Chevron />
      </AriaButton>
      {about && (
        <Text slot="description" className="field-about">
          {about}
        </Text>
      )}
      <FieldError className="field-fault">{inWords(faults)}</FieldError>
      <Popover className="popover" placement="bottom start">
        {search ? (
          <Autocomplete filter={contains}>
            <SearchField className="options-search" aria-label={`Find in ${label}`} autoFocus>
              <Input className="input" placeholder="Type to find" />
            </SearchField>
            {list}
          </Autocomplete>
        ) : (
          list
        )}
        {many && <p className="options-hint quiet small">None chosen means any.</p>}
      </Popover>
    </>
  );
}

function option(o: Option) {
  return (
    <ListBoxItem id={o.id} textValue={o.name} isDisabled={o.barred !== undefined} className="option">
      <span className="option-mark" aria-hidden="true" />
      <Text slot="label">{o.name}</Text>
      {(o.barred ?? o.about) && (
        <Text slot="description" className="quiet small">
          {o.barred ?? o.about}
        </Text>
      )}
    </ListBoxItem>
  );
}

export function Chevron() {
  return (
    <svg className="chevron" viewBox="0 0 12 12" aria-hidden="true">
      <path d="m3 4.5 3 3 3-3" />
    </svg>
  );
}

/** One of two or three, all in sight. */
export function Radios<T extends string>({
  label,
  value,
  onChange,
  options,
  about,
  disabled,
}: {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: { id: T; name: string; about?: string }[];
  about?: ReactNode;
  disabled?: boolean;
}) {
  return (
    <RadioGroup className="field" value={value} onChange={(v) => onChange(v as T)} isDisabled={disabled} orientation="horizontal">
      <Label>{label}</Label>
      <div className="radios">
        {options.map((o) => (
          <Radio key={o.id} value={o.id} className="radio">
            <span className="radio-mark" aria-hidden="true" />
            <span>
              {o.name}
              {o.about && <span className="quiet small"> {o.about}</span>}
            </span>
          </Radio>
        ))}
      </div>
      {about && (
        <Text slot="description" className="field-about">
          {about}
        </Text>
      )}
    </RadioGroup>
  );
}
