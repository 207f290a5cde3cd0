import { useEffect, useState, type ReactNode } from "react";
import { useSearch } from "../navigate";
import { instant, joined, type Search, words } from "../search";
import { Button } from "./Button";
import { Choice, Choices, TextInput, type Option, type OptionGroup } from "./fields";
import { Period } from "./Period";
import "./filters.css";

/** The filters of a list. They stand in the address; a change begins at the newest again. */
export function Filters({ names, children }: { names: string[]; children: ReactNode }) {
  const [search, change] = useSearch();
  const some = names.some((n) => search[n]);
  const none = Object.fromEntries([...names, "after", "before"].map((n) => [n, undefined]));
  return (
    <div className="filters" role="search" aria-label="Filters">
      {children}
      <Button kind="quiet" className="filters-clear" disabled={!some} onClick={() => change(none)}>
        Clear
      </Button>
    </div>
  );
}

const fromTheNewest: Search = { after: undefined, before: undefined };

export function ChoicesFilter({
  name,
  label,
  options,
  search: find,
}: {
  name: string;
  label: string;
  options: Option[] | OptionGroup[];
  search?: boolean;
}) {
  const [search, change] = useSearch();
  return (
    <div className="filter">
      <Choices
        label={label}
        hideLabel
        placeholder={`${label}: any`}
        compact
        search={find}
        options={options}
        value={words(search[name])}
        onChange={(value) => change({ [name]: joined(value), ...fromTheNewest }, { replace: true })}
      />
    </div>
  );
}

/** One of several, or any. */
export function ChoiceFilter({ name, label, options, search: find }: { name: string; label: string; options: OptionGroup[]; search?: boolean }) {
  const [search, change] = useSearch();
  const any = { name: "", options: [{ id: "any", name: `${label}: any` }] };
  return (
    <div className="filter">
      <Choice
        label={label}
        hideLabel
        placeholder={`${label}: any`}
        compact
        search={find}
        options={search[name] ? [any, ...options] : options}
        value={search[name]}
        onChange={(value) => change({ [name]: value === "any" ? undefined : value, ...fromTheNewest }, { replace: true })}
      />
    </div>
  );
}

export function TextFilter({ name, label, wide }: { name: string; label: string; wide?: boolean }) {
  const [search, change] = useSearch();
  const now = search[name] ?? "";
  const [text, setText] = useState(now);
  useEffect(() => setText(now), [now]);
  // Asked once typing rests.
  useEffect(() => {
    if (text.trim() === now) return;
    const timer = setTimeout(() => change({ [name]: text.trim() || undefined, ...fromTheNewest }, { replace: true }), 350);
    return () => clearTimeout(timer);
  }, [text, now, name, change]);
  return (
    <div className={wide ? "filter filter-wide" : "filter"}>
      <TextInput label={label} hideLabel type="search" placeholder={label} value={text} onChange={setText} />
    </div>
  );
}

export function PeriodFilter() {
  const [search, change] = useSearch();
  return (
    <div className="filter filter-wide">
      <Period
        label="Time"
        value={{ since: instant(search.since), until: instant(search.until) }}
        onChange={(w) => change({ since: w.since, until: w.until, ...fromTheNewest }, { replace: true })}
      />
    </div>
  );
}
