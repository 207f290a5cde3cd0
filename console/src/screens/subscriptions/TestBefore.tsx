import { useState } from "react";
import { useAct } from "../../api/hooks";
import type { Refusal } from "../../api/refusal";
import { TestDestinationDocument, type AttemptFragment } from "../../gql/graphql";
import { Button } from "../../ui/Button";
import { TestResult } from "./TestResult";

interface Props {
  connectionId: string | undefined;
  eventType: string | undefined;
  url: string;
  onRefusal: (refusal: Refusal | undefined) => void;
}

/** Sends a sample to an address before anything is saved. */
export function TestBefore({ connectionId, eventType, url, onRefusal }: Props) {
  const [test, testing] = useAct(TestDestinationDocument);
  const [result, setResult] = useState<{ url: string; attempt: AttemptFragment }>();
  const ready = connectionId && eventType && url;
  const send = async () => {
    if (!ready) return;
    setResult(undefined);
    const done = await test({ input: { connectionId, eventType, destinationUrl: url } });
    onRefusal(done.refusal);
    if (done.data) setResult({ url, attempt: done.data.testIntegrationDestination.attempt });
  };
  return (
    <div className="test-before">
      <div className="row">
        <Button busy={testing} disabled={!ready} onClick={() => void send()}>
          Send a test
        </Button>
        <span className="quiet small">
          {ready ? "One signed request with a sample of this type. Nothing is saved." : "Needs an account, a type and an address."}
        </span>
      </div>
      {result && result.url === url && <TestResult attempt={result.attempt} />}
    </div>
  );
}
