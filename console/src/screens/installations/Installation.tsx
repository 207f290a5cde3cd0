import { useAsk } from "../../api/hooks";
import { InstallationDocument, type InstallationCardFragment } from "../../gql/graphql";
import { Link, useId, useSearch } from "../../navigate";
import { may, useViewer, whyNot } from "../../session/viewer";
import { NotFound } from "../../shell/Missing";
import { Page } from "../../shell/Page";
import { Button } from "../../ui/Button";
import { Id } from "../../ui/copy";
import { Failed, Note, Waiting } from "../../ui/states";
import { Badge, Status } from "../../ui/Status";
import { Relative, Time } from "../../ui/time";
import { Fact, Facts } from "../../ui/Timeline";
import { accountName } from "../common";
import { InstallationDialogs } from "./InstallationDialogs";
import "./installation.css";

const from = { to: "/installations", name: "Installations" };

/** One installation: its release, what is accepted, its accounts. */
export default function Installation() {
  const id = useId();
  const asked = useAsk(InstallationDocument, { id });
  const node = asked.data?.node;
  const i = node?.__typename === "Installation" ? node : undefined;
  if (asked.data && !i) return <NotFound what="installation" {...from} />;
  if (!i) {
    return (
      <Page title="Installation" from={from}>
        <div className="body">
          {asked.refusal ? <Failed refusal={asked.refusal} again={asked.again} what="The installation" /> : <Waiting lines={8} />}
        </div>
      </Page>
    );
  }
  return <Shown of={i} again={asked.again} />;
}

function Shown({ of: i, again }: { of: InstallationCardFragment; again: () => void }) {
  const viewer = useViewer();
  const [, change] = useSearch();
  const manages = may(viewer, "installations") && !i.uninstalledAt;
  const open = (dialog: string) => () => change({ dialog });
  const newer = i.integration.currentRelease && i.integration.currentRelease.id !== i.release.id ? i.integration.currentRelease : undefined;
  return (
    <Page
      title={i.integration.name}
      from={from}
      mark={i.uninstalledAt ? <Status of="CANCELLED">Uninstalled</Status> : <Status of={i.status} />}
      about={i.tenant.name}
      actions={
        manages ? (
          <>
            {newer && (
              <Button kind="primary" onClick={open("upgrade")}>
                Upgrade to {newer.version}
              </Button>
            )}
            <Button onClick={open("connect")}>Connect an account</Button>
            {i.status === "ENABLED" ? <Button onClick={open("suspend")}>Suspend</Button> : <Button onClick={open("resume")}>Resume</Button>}
            <Button kind="quiet" onClick={open("uninstall")}>
              Uninstall
            </Button>
          </>
        ) : (
          <p className="quiet small">
            {i.uninstalledAt ? "It was uninstalled, so nothing of it can be changed." : whyNot(viewer, "installations", "Changing it")}
          </p>
        )
      }
    >
      <div className="body stack">
        {i.uninstalledAt && (
          <Note tone="mute">
            It was uninstalled <Relative at={i.uninstalledAt} />.
          </Note>
        )}
        {i.status === "SUSPENDED" && !i.uninstalledAt && (
          <Note tone="warn">
            Suspended: what waits is held, new changes are skipped, feeds show nothing and adapters may not emit. Its subscriptions stay as they are
            and go on once it is resumed.
          </Note>
        )}
        <div className="installation-parts">
          <Accepted of={i} manages={manages} onEdit={open("accept")} />
          <section className="card" aria-labelledby="accounts">
            <h2 id="accounts">Accounts</h2>
            {i.connections.length === 0 ? (
              <p className="quiet">None is connected. Connect one before subscribing it to changes.</p>
            ) : (
              <ul className="accounts">
                {i.connections.map((c) => (
                  <li key={c.id}>
                    <Link to={`/accounts/${c.id}`}>{accountName(c)}</Link>
                    {c.name && <span className="quiet small">{c.account}</span>}
                    <Id of={c.id} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section className="card" aria-labelledby="release">
            <h2 id="release">Release</h2>
            <Facts>
              <Fact name="Version">{i.release.version}</Fact>
              <Fact name="Published">
                <Time at={i.release.publishedAt} />
              </Fact>
              <Fact name="Produces">{i.release.produces.length} types of events</Fact>
              <Fact name="Subscriptions">
                <Link to="/subscriptions" search={{ installation: i.id }}>
                  Of this installation
                </Link>
              </Fact>
              <Fact name="Id">
                <Id of={i.id} />
              </Fact>
              {may(viewer, "trails") && (
                <Fact name="Trail">
                  <Link to="/trails" search={{ subject: i.id }}>
                    Who changed it
                  </Link>
                </Fact>
              )}
            </Facts>
            {i.release.produces.length > 0 && (
              <details className="produces">
                <summary>Types of events that its adapter may emit</summary>
                <p className="mono small">{i.release.produces.join(", ")}</p>
              </details>
            )}
          </section>
        </div>
      </div>
      {manages && <InstallationDialogs of={i} again={again} />}
    </Page>
  );
}

function Accepted({ of: i, manages, onEdit }: { of: InstallationCardFragment; manages: boolean; onEdit: () => void }) {
  const types = [...new Set([...i.release.declares, ...i.acceptedEventTypes])].sort();
  return (
    <section className="card" aria-labelledby="accepted">
      <h2 id="accepted" className="section-head">
        Types of changes it may have
        {manages && types.length > 0 && <Button onClick={onEdit}>Change</Button>}
      </h2>
      {types.length === 0 ? (
        <p className="quiet">Release {i.release.version} declares none, so there is nothing to subscribe to.</p>
      ) : (
        <ul className="accepted">
          {types.map((t) => (
            <li key={t}>
              <Link to="/catalog" search={{ find: t }}>
                {t}
              </Link>
              {!i.release.declares.includes(t) ? (
                <Badge tone="warn">Not declared any more</Badge>
              ) : i.acceptedEventTypes.includes(t) ? (
                <Badge tone="ok">Accepted</Badge>
              ) : (
                <Badge tone="mute">Not accepted</Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
