import { useState } from "react";
import { fromDate, getLocalTimeZone, type ZonedDateTime } from "@internationalized/date";
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DateRangePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Label,
  Popover,
  RangeCalendar,
} from "react-aria-components";
import { Button } from "./Button";
import type { Faults } from "./fields";
import { sentence } from "../api/refusal";
import type { Window } from "./Period";
import "./copy.css";
import "./date-range.css";

interface Props {
  label: string;
  value: Window;
  onChange: (value: Required<Window>) => void;
  /** Where it is given, a button of that name hands the window over; else each change does. */
  confirm?: string;
  faults?: Faults;
}

const local = (at: string | undefined) => (at ? fromDate(new Date(at), getLocalTimeZone()) : null);

/** From one instant to another, in local time. */
export default function DateRange({ label, value, onChange, confirm, faults }: Props) {
  const [range, setRange] = useState<{ start: ZonedDateTime; end: ZonedDateTime } | null>(() => {
    const end = local(value.until) ?? local(new Date(Math.ceil(Date.now() / 60_000) * 60_000).toISOString())!;
    return { start: local(value.since) ?? end.subtract({ hours: 1 }), end };
  });
  const hand = (r: typeof range) => r && onChange({ since: r.start.toAbsoluteString(), until: r.end.toAbsoluteString() });
  const wrong = (faults ?? []).map((f) => sentence(typeof f === "string" ? f : f.message)).join(" ");
  const backwards = range && range.end.compare(range.start) <= 0;
  return (
    <div className="date-range">
      <DateRangePicker
        className="field"
        value={range}
        onChange={(r) => {
          setRange(r);
          if (!confirm && r) hand(r);
        }}
        granularity="minute"
        hideTimeZone
        hourCycle={24}
        shouldCloseOnSelect={false}
        isInvalid={Boolean(backwards) || wrong !== ""}
        validationBehavior="aria"
      >
        <Label>{label}</Label>
        <Group className="input date-range-input">
          <DateInput slot="start" className="date-input">
            {(segment) => <DateSegment segment={segment} className="date-segment" />}
          </DateInput>
          <span aria-hidden="true">–</span>
          <DateInput slot="end" className="date-input">
            {(segment) => <DateSegment segment={segment} className="date-segment" />}
          </DateInput>
          <AriaButton className="copy" aria-label="Calendar">
            <svg viewBox="0 0 14 14" aria-hidden="true">
              <path d="M2.5 3.5h9v8h-9zM2.5 6h9M5 2v2.5M9 2v2.5" />
            </svg>
          </AriaButton>
        </Group>
        <FieldError className="field-fault">{wrong || (backwards ? "The end must lie after the beginning." : "")}</FieldError>
        <Popover className="popover">
          <Dialog className="date-calendar" aria-label="Calendar">
            <RangeCalendar>
              <header>
                <AriaButton slot="previous" className="button button-quiet">
                  ‹
                </AriaButton>
                <Heading />
                <AriaButton slot="next" className="button button-quiet">
                  ›
                </AriaButton>
              </header>
              <CalendarGrid>
                <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
                <CalendarGridBody>{(date) => <CalendarCell date={date} className="date-cell" />}</CalendarGridBody>
              </CalendarGrid>
            </RangeCalendar>
          </Dialog>
        </Popover>
      </DateRangePicker>
      {confirm && (
        <Button kind="primary" disabled={!range || Boolean(backwards)} onClick={() => hand(range)}>
          {confirm}
        </Button>
      )}
    </div>
  );
}
