import { useState } from "react";
import { useAct, useAsk } from "../../api/hooks";
import { violationsAt, type Refusal } from "../../api/refusal";
import {
  ConnectAccountDocument,
  InstallationSubscriptionsDocument,
  ResumeInstallationDocument,
  SetAcceptedEventTypesDocument,
  SuspendInstallationDocument,
  UninstallDocument,
  UpgradeInstallationDocument,
  type InstallationCardFragment,
} from "../../gql/graphql";
import { useGo, useSearch } from "../../navigate";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Checks } from "../../ui/Checks";
import { Confirm, Dialog } from "../../ui/Dialog";
import { TextInput } from "../../ui/fields";
import { Note, Refused, Waiting } from "../../ui/states";
import { accountName } from "../common";
import { Secret } from "./Secret";

interface Props {
  of: InstallationCardFragment;
  again: () => void;
  onClose: () => void;
}

/** The dialog that the address names. */
export function InstallationDialogs({ of, again }: Omit<Props, "onClose">) {
  const [search, change] = useSearch();
  const props = { of, again, onClose: () => change({ dialog: undefined }, { replace: true }) };
  switch (search.dialog) {
    case "accept":
      return <Accept {...props} />;
    case "upgrade":
      return of.integration.currentRelease && <Accept {...props} upgrade={of.integration.currentRelease} />;
    case "connect":
      return <Connect {...props} />;
    case "suspend":
    case "resume":
      return <Turn {...props} suspend={search.dialog === "suspend"} />;
    case "uninstall":
      return <Uninstall {...props} />;
    default:
      return null;
  }
}

type Release = NonNullable<InstallationCardFragment["integration"]["currentRelease"]>;

/** Accepts and withdraws types, of this release or with the step to another. */
function Accept({ of, again, onClose, upgrade }: Props & { upgrade?: Release }) {
  const declares = (upgrade ?? of.release).declares;
  const [chosen, setChosen] = useState(() => of.acceptedEventTypes.filter((t) => declares.includes(t)));
  const [accept, accepting] = useAct(SetAcceptedEventTypesDocument);
  const [move, moving] = useAct(UpgradeInstallationDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const withdrawn = [...new Set([...of.acceptedEventTypes, ...(upgrade ? of.release.declares : [])])].filter(
    (t) => !chosen.includes(t) && of.acceptedEventTypes.includes(t),
  );
  const save = async () => {
    const done = upgrade
      ? await move({ input: { installationId: of.id, acceptedEventTypes: chosen } })
      : await accept({ input: { installationId: of.id, eventTypes: chosen } });
    setRefusal(done.refusal);
    if (!done.data) return;
    const { paused } = "upgradeInstallation" in done.data ? done.data.upgradeInstallation : done.data.setAcceptedEventTypes;
    const what = upgrade ? `Release ${upgrade.version} is in use` : "What is accepted was changed";
    announce(paused.length ? `${what}; ${paused.length === 1 ? "1 subscription was" : `${paused.length} subscriptions were`} paused` : what);
    onClose();
    again();
  };
  return (
    <Dialog
      title={upgrade ? `Upgrade to release ${upgrade.version}` : "Types of changes that it may have"}
      onClose={onClose}
      onSubmit={() => !accepting && !moving && void save()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={accepting || moving}>
            {upgrade ? "Upgrade" : "Accept these"}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          Release {(upgrade ?? of.release).version} asks for {declares.length === 0 ? "no types of changes" : "these types of changes"}. Subscriptions
          can be made to those that you accept, and to no others.
        </p>
        <Checks
          label="Accepted types"
          options={declares.map((t) => ({ id: t, name: t, about: upgrade && !of.release.declares.includes(t) ? "new in this release" : undefined }))}
          value={chosen}
          onChange={setChosen}
        />
        <Pauses of={of} withdrawn={withdrawn} />
        <Refused refusal={refusal} />
      </div>
    </Dialog>
  );
}

/** Tells beforehand which subscriptions a withdrawal pauses. */
function Pauses({ of, withdrawn }: { of: InstallationCardFragment; withdrawn: string[] }) {
  const asked = useAsk(InstallationSubscriptionsDocument, { id: of.id, types: withdrawn }, { pause: withdrawn.length === 0 });
  if (withdrawn.length === 0) return <Note tone="mute">This pauses no subscription.</Note>;
  if (!asked.data) return asked.refusal ? <Refused refusal={asked.refusal} /> : <Waiting lines={2} />;
  const { nodes, pageInfo } = asked.data.integrationSubscriptions;
  const hit = nodes.filter((s) => withdrawn.includes(s.eventType.name));
  if (hit.length === 0) return <Note tone="mute">No active subscription is to a type that you take away, so this pauses none.</Note>;
  return (
    <Note tone="warn">
      <p>
        <strong>
          This pauses {hit.length === 1 ? "1 subscription" : `${hit.length}${pageInfo.hasNextPage ? " subscriptions or more" : " subscriptions"}`}
        </strong>
        . Accepting the type again later resumes none of them.
      </p>
      <ul>
        {hit.map((s) => (
          <li key={s.id}>
            {s.eventType.name} → {accountName(s.connection)}
          </li>
        ))}
      </ul>
    </Note>
  );
}

function Turn({ of, again, onClose, suspend }: Props & { suspend: boolean }) {
  const [toSuspend, suspending] = useAct(SuspendInstallationDocument);
  const [toResume, resuming] = useAct(ResumeInstallationDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const confirm = async () => {
    const done = await (suspend ? toSuspend : toResume)({ id: of.id });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce(suspend ? "The installation is suspended" : "The installation is enabled again");
    onClose();
    again();
  };
  return (
    <Confirm
      title={suspend ? "Suspend the installation?" : "Resume the installation?"}
      action={suspend ? "Suspend" : "Resume"}
      busy={suspending || resuming}
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {suspend
          ? "What waits is held, and changes that come in the meantime are skipped for good unless they are replayed. Its adapter may not emit, feeds show nothing, and nobody can request calls. Subscriptions stay as they are."
          : "What was held goes on, none before its due time, and changes flow again. What was skipped stays so; replay it if it is wanted."}
      </p>
    </Confirm>
  );
}

function Uninstall({ of, onClose }: Props) {
  const [act, busy] = useAct(UninstallDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const [name, setName] = useState("");
  const go = useGo();
  const confirm = async () => {
    const done = await act({ id: of.id });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce("The integration was uninstalled");
    go("/installations", { replace: true });
  };
  return (
    <Confirm
      danger
      title={`Uninstall ${of.integration.name}?`}
      action="Uninstall"
      busy={busy}
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
      disabled={name.trim() !== of.integration.name}
    >
      <p>Its accounts are disconnected and its deliveries that wait are cancelled. Events accepted before are routed on. This can't be undone.</p>
      <TextInput label={`Write ${of.integration.name} to confirm`} value={name} onChange={setName} />
    </Confirm>
  );
}

function Connect({ of, again, onClose }: Props) {
  const [account, setAccount] = useState("");
  const [name, setName] = useState("");
  const [act, busy] = useAct(ConnectAccountDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const [secret, setSecret] = useState<string>();
  const save = async () => {
    const done = await act({ input: { installationId: of.id, account: account.trim(), name: name.trim() || undefined } });
    setRefusal(done.refusal);
    if (!done.data) return;
    setSecret(done.data.connectAccount.signingSecret);
    again();
  };
  if (secret) {
    return (
      <Dialog
        title="The account is connected"
        onClose={onClose}
        foot={
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <Secret secret={secret}>
          Pushes to this account's subscriptions are signed with this secret. It is shown this once; give it to whoever receives them.
        </Secret>
      </Dialog>
    );
  }
  const shown = refusal && refusal.violations.length === 0 ? refusal : undefined;
  return (
    <Dialog
      title="Connect an account"
      size="small"
      onClose={onClose}
      onSubmit={() => !busy && void save()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={busy}>
            Connect
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextInput
          label="Account"
          about={`Its identity at ${of.integration.name}`}
          value={account}
          onChange={setAccount}
          faults={violationsAt(refusal, "account")}
          autoFocus
        />
        <TextInput label="Name" about="For people; may be left empty" value={name} onChange={setName} faults={violationsAt(refusal, "name")} />
        <Refused refusal={shown} />
      </div>
    </Dialog>
  );
}
