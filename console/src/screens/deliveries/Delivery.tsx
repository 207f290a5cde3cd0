import { useState } from "react";
import { useAct, useAsk } from "../../api/hooks";
import { useLive } from "../../api/live";
import type { Refusal } from "../../api/refusal";
import { DeliveryDocument, DeliveryUpdatedDocument, RetryDeliveryDocument, type DeliveryQuery } from "../../gql/graphql";
import { Link, useId } from "../../navigate";
import { useMay, useViewer, whyNot } from "../../session/viewer";
import { NotFound } from "../../shell/Missing";
import { Page } from "../../shell/Page";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Id } from "../../ui/copy";
import { Json } from "../../ui/Json";
import { Failed, Refused, Waiting } from "../../ui/states";
import { Status } from "../../ui/Status";
import { Relative, Time } from "../../ui/time";
import { Fact, Facts } from "../../ui/Timeline";
import { accountName } from "../common";
import { DeliveryStory } from "./DeliveryStory";

const from = { to: "/deliveries", name: "Deliveries" };

/** One delivery and its whole story. */
export default function Delivery() {
  const id = useId();
  const asked = useAsk(DeliveryDocument, { id });
  const delivery = asked.data?.integrationDelivery;
  useLive(DeliveryUpdatedDocument, { subscriptionId: delivery?.subscription.id }, (d) => d.integrationDeliveryUpdated.id === id && asked.again(), {
    pause: !delivery,
    onGap: asked.again,
  });

  if (asked.data && !delivery) return <NotFound what="delivery" {...from} />;
  if (!delivery) {
    return (
      <Page title="Delivery" from={from}>
        <div className="detail">
          {asked.refusal ? <Failed refusal={asked.refusal} again={asked.again} what="The delivery" /> : <Waiting lines={8} />}
        </div>
      </Page>
    );
  }
  return <Shown key={id} delivery={delivery} again={asked.again} />;
}

type Of = NonNullable<DeliveryQuery["integrationDelivery"]>;

function Shown({ delivery: d, again }: { delivery: Of; again: () => void }) {
  const operates = useMay("operate");
  const viewer = useViewer();
  const [retry, retrying] = useAct(RetryDeliveryDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const restart = async () => {
    const done = await retry({ id: d.id });
    setRefusal(done.refusal);
    if (done.data) announce("The delivery begins again from its first attempt");
    again();
  };
  const barred = operates ? whyNoRetry(d) : whyNot(viewer, "operate", "Retrying");
  return (
    <Page
      title={d.entityId}
      from={from}
      mark={<Status of={d.status} />}
      about={d.type}
      actions={
        d.status === "DEAD" && !barred ? (
          <Button kind="primary" busy={retrying} onClick={() => void restart()}>
            Retry from the first attempt
          </Button>
        ) : (
          <p className="quiet small">{barred}</p>
        )
      }
    >
      <div className="detail">
        <div>
          <Refused refusal={refusal} />
          <section className="card" aria-labelledby="story">
            <h2 id="story">What happened</h2>
            <DeliveryStory delivery={d} />
          </section>
        </div>
        <div>
          <section className="card" aria-labelledby="what">
            <h2 id="what">Delivery</h2>
            <Facts>
              <Fact name="Id">
                <Id of={d.id} />
              </Fact>
              <Fact name="Change">
                <Id of={d.changeId} />
              </Fact>
              <Fact name="Subscription" wide>
                <Link to={`/subscriptions/${d.subscription.id}`}>
                  {d.subscription.eventType.name} → {accountName(d.subscription.connection)}
                </Link>
              </Fact>
              <Fact name="Account">
                <Link to={`/accounts/${d.subscription.connection.id}`}>{accountName(d.subscription.connection)}</Link>
              </Fact>
              <Fact name={d.subscription.mode === "PUSH" ? "Destination" : "Mode"} wide>
                {d.subscription.destinationUrl ?? "Pull: it waits in the account's feed"}
              </Fact>
              <Fact name="Made">
                <Time at={d.createdAt} />
              </Fact>
              {d.nextAttemptAt && (
                <Fact name="Next attempt">
                  <Relative at={d.nextAttemptAt} />
                </Fact>
              )}
              {d.settledAt && (
                <Fact name="Settled">
                  <Time at={d.settledAt} />
                </Fact>
              )}
              {d.replay && (
                <Fact name="Made by a replay">
                  <Link to={`/replays/${d.replay.id}`}>Show the replay</Link>
                </Fact>
              )}
            </Facts>
          </section>
          <Json text={d.payload.text} name="Payload" />
        </div>
      </div>
    </Page>
  );
}

function whyNoRetry(d: Of): string | undefined {
  if (d.status === "DEAD") {
    if (d.subscription.deletedAt) return "It can't be retried: its subscription was removed.";
    if (d.subscription.status === "PAUSED") return "It can be retried once its subscription is resumed.";
    return undefined;
  }
  if (d.status === "PENDING" || d.status === "RETRYING") return "Under way: only a dead delivery can be retried.";
  if (d.status === "SKIPPED_FILTER" || d.status === "SKIPPED_SUSPENDED")
    return "It was skipped: a replay of its subscription sends the change again.";
  return "Only a dead delivery can be retried.";
}
