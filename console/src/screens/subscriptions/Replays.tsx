import { Link } from "../../navigate";
import { Status } from "../../ui/Status";
import { Time } from "../../ui/time";
import type { Shown } from "./Subscription";

/** The latest replays of a subscription. */
export function Replays({ of: s }: { of: Shown }) {
  return (
    <section className="card" aria-label="Latest replays">
      <h2>Latest replays</h2>
      {s.replays.length === 0 ? (
        <p className="quiet">None yet. A replay sends the changes of a window again, as the subscription filters and delivers now.</p>
      ) : (
        <ul>
          {s.replays.map((r) => (
            <li key={r.id} className="replay-row">
              <Status of={r.status} />
              <Link to={`/replays/${r.id}`}>
                <Time at={r.from} /> to <Time at={r.to} />
              </Link>
              <span />
              <span className="quiet small">
                {r.enqueued.toLocaleString()} deliveries made, requested <Time at={r.requestedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
