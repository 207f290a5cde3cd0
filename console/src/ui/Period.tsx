import { lazy, Suspense, useState } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { Button } from "./Button";
import { Chevron } from "./fields";
import { localTime } from "./time";
import "./period.css";

// The calendar is large and wanted seldom.
const DateRange = lazy(() => import("./DateRange"));

export interface Window {
  since?: string;
  until?: string;
}

const presets: [string, number][] = [
  ["Last 15 minutes", 15 * 60_000],
  ["Last hour", 3_600_000],
  ["Last 24 hours", 86_400_000],
  ["Last 7 days", 7 * 86_400_000],
  ["Last 30 days", 30 * 86_400_000],
];

/** A window of time: a common one, or from a day and hour to another. */
export function Period({ label, value, onChange }: { label: string; value: Window; onChange: (value: Window) => void }) {
  const [open, setOpen] = useState(false);
  const choose = (window: Window) => {
    onChange(window);
    setOpen(false);
  };
  return (
    <div className="field">
      <DialogTrigger isOpen={open} onOpenChange={setOpen}>
        <AriaButton className="input choice" aria-label={`${label}: ${periodInWords(value)}`}>
          <span className="clip" data-placeholder={!value.since && !value.until ? true : undefined}>
            {periodInWords(value)}
          </span>
          <Chevron />
        </AriaButton>
        <Popover className="popover" placement="bottom start">
          <Dialog className="period" aria-label={label}>
            <div className="period-presets">
              <Button kind="quiet" onClick={() => choose({})}>
                Any time
              </Button>
              {presets.map(([name, length]) => (
                <Button key={name} kind="quiet" onClick={() => choose({ since: new Date(Date.now() - length).toISOString() })}>
                  {name}
                </Button>
              ))}
            </div>
            <Suspense fallback={<p className="quiet">…</p>}>
              <DateRange label="From and to" value={value} onChange={choose} confirm="Show this window" />
            </Suspense>
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
}

/** A window in words. */
export function periodInWords({ since, until }: Window): string {
  if (since && until) return `${localTime(since)} to ${localTime(until)}`;
  if (since) return `Since ${localTime(since)}`;
  if (until) return `Before ${localTime(until)}`;
  return "Any time";
}
