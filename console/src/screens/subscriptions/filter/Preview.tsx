import { useEffect, useState } from "react";
import { useAsk } from "../../../api/hooks";
import { JsonText } from "../../../api/json";
import { PreviewFilterDocument } from "../../../gql/graphql";
import { Failed, Waiting } from "../../../ui/states";
import { Status } from "../../../ui/Status";
import { Time } from "../../../ui/time";
import type { Violation } from "../../../api/refusal";
import "./preview.css";

interface Props {
  connectionId: string | undefined;
  eventType: string | undefined;
  /** Undefined where there is no filter, or one that is not finished. */
  filter: JsonText | undefined;
  unfinished: boolean;
  onViolations: (violations: Violation[]) => void;
}

const nothing: Violation[] = [];

/** Tries the filter on the latest changes, and says for each what decided. */
export function Preview({ connectionId, eventType, filter, unfinished, onViolations }: Props) {
  const text = useResting(filter?.text, 400);
  const ready = Boolean(connectionId && eventType && text);
  const asked = useAsk(
    PreviewFilterDocument,
    { connectionId: connectionId ?? "", eventType: eventType ?? "", filter: new JsonText(text ?? "null"), last: 20 },
    { pause: !ready },
  );
  const violations = ready ? (asked.refusal?.violations ?? nothing) : nothing;
  const key = JSON.stringify(violations);
  useEffect(() => onViolations(violations), [key]);

  const verdicts = asked.data?.previewFilter;
  const matching = verdicts?.filter((v) => v.verdict === "TRUE").length;
  return (
    <section className="preview" aria-label="Preview">
      <h3>
        Preview
        {ready && verdicts && verdicts.length > 0 && !asked.refusal && (
          <span className="quiet">
            {" "}
            {matching} of the last {verdicts.length} changes match
          </span>
        )}
      </h3>
      {!connectionId || !eventType ? (
        <p className="quiet">Choose an account and a type to try the filter on their latest changes.</p>
      ) : unfinished ? (
        <p className="quiet">Fill in every condition to see what it does.</p>
      ) : !filter ? (
        <p className="quiet">Without a filter every change matches.</p>
      ) : asked.refusal ? (
        violations.length ? (
          <p className="field-fault">The filter is not right yet; what is wrong stands beside it.</p>
        ) : (
          <Failed refusal={asked.refusal} again={asked.again} what="The preview" />
        )
      ) : !verdicts ? (
        <Waiting lines={6} />
      ) : verdicts.length === 0 ? (
        <p className="quiet">No change of this type was recorded yet, so there is nothing to try it on.</p>
      ) : (
        <ul className="verdicts" aria-busy={asked.updating}>
          {verdicts.map((v) => (
            <li key={v.changeId}>
              <div className="row">
                <Status of={v.verdict} />
                <span className="clip">{v.entityId}</span>
                <span className="quiet small">
                  <Time at={v.occurredAt} />
                </span>
              </div>
              <p className="quiet small">{v.reason}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A value once it has not changed for a while. */
function useResting<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
