import type { AttemptFragment } from "../../gql/graphql";
import { Note } from "../../ui/states";
import { millis } from "../../ui/time";
import { failureInWords } from "../deliveries/DeliveryStory";

/** How a test went. */
export function TestResult({ attempt: a }: { attempt: AttemptFragment }) {
  const took = a.durationMs === null ? "" : ` after ${millis(a.durationMs)}`;
  return (
    <div role="status">
      <Note tone={a.acknowledged ? "ok" : "bad"}>
        <p>
          {a.acknowledged
            ? `The test was acknowledged with ${a.httpStatus}${took}.`
            : `The test failed${took}: ${a.failure ? failureInWords(a.failure, a.httpStatus) : "nobody knows why"}.`}
        </p>
        {a.responseExcerpt && <pre className="answer">{a.responseExcerpt}</pre>}
      </Note>
    </div>
  );
}
