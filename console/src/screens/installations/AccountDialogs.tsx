import { useState } from "react";
import { useAct } from "../../api/hooks";
import { violationsAt, violationsElsewhere, type Refusal } from "../../api/refusal";
import { DisconnectAccountDocument, PutCredentialDocument, RotateSecretDocument } from "../../gql/graphql";
import { useGo, useSearch } from "../../navigate";
import { announce } from "../../ui/announce";
import { Button } from "../../ui/Button";
import { Confirm, Dialog } from "../../ui/Dialog";
import { Radios, TextInput } from "../../ui/fields";
import { Refused } from "../../ui/states";
import { Time } from "../../ui/time";
import { accountName } from "../common";
import { Secret } from "./Secret";

interface Props {
  of: { id: string; account: string; name: string | null; installation: { id: string } };
  again: () => void;
  onClose: () => void;
}

/** The dialog that the address names. */
export function AccountDialogs({ of, again }: Omit<Props, "onClose">) {
  const [search, change] = useSearch();
  const props = { of, again, onClose: () => change({ dialog: undefined }, { replace: true }) };
  switch (search.dialog) {
    case "credential":
      return <Credential {...props} />;
    case "rotate":
      return <Rotate {...props} />;
    case "disconnect":
      return <Disconnect {...props} />;
    default:
      return null;
  }
}

function Disconnect({ of, onClose }: Props) {
  const [act, busy] = useAct(DisconnectAccountDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const go = useGo();
  const confirm = async () => {
    const done = await act({ id: of.id });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce("The account is disconnected");
    go(`/installations/${of.installation.id}`, { replace: true });
  };
  return (
    <Confirm
      danger
      title={`Disconnect ${accountName(of)}?`}
      action="Disconnect"
      busy={busy}
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        Deliveries that wait for it are cancelled. Events accepted before are routed on, and calls requested before may still be completed. This can't
        be undone.
      </p>
    </Confirm>
  );
}

function Rotate({ of, onClose }: Props) {
  const [act, busy] = useAct(RotateSecretDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const [fresh, setFresh] = useState<{ signingSecret: string; previousValidUntil: string }>();
  const confirm = async () => {
    const done = await act({ input: { connectionId: of.id } });
    setRefusal(done.refusal);
    setFresh(done.data?.rotateSigningSecret);
  };
  return (
    <Dialog
      alert
      size="small"
      title={fresh ? "The new signing secret" : "Rotate the signing secret?"}
      onClose={onClose}
      onSubmit={() => !busy && !fresh && void confirm()}
      foot={
        fresh ? (
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Keep things as they are</Button>
            <Button type="submit" kind="primary" busy={busy}>
              Rotate
            </Button>
          </>
        )
      }
    >
      {fresh ? (
        <Secret secret={fresh.signingSecret}>
          It is shown this once. Until <Time at={fresh.previousValidUntil} /> the old secret signs beside it, so receivers can change over without a
          gap.
        </Secret>
      ) : (
        <div className="stack">
          <p>A new secret is made. For 24 hours both sign every push; after that the old one is gone.</p>
          <Refused refusal={refusal} />
        </div>
      )}
    </Dialog>
  );
}

type Kind = "bearer" | "basic" | "oauth";

function Credential({ of, again, onClose }: Props) {
  const [kind, setKind] = useState<Kind>("bearer");
  const [values, setValues] = useState<Record<string, string>>({});
  const [act, busy] = useAct(PutCredentialDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const text = (name: string) => values[name] ?? "";
  const field = (name: string, label: string, path: string, type: "text" | "url" | "password" = "text", about?: string) => (
    <TextInput
      key={name}
      label={label}
      type={type}
      about={about}
      value={text(name)}
      onChange={(v) => setValues({ ...values, [name]: v })}
      faults={violationsAt(refusal, path)}
    />
  );
  const save = async () => {
    const scopes = text("scopes").split(/\s+/).filter(Boolean);
    const done = await act({
      input: {
        connectionId: of.id,
        ...(kind === "bearer" && { bearerToken: text("token") }),
        ...(kind === "basic" && { basic: { username: text("username"), password: text("password") } }),
        ...(kind === "oauth" && {
          oauth: {
            tokenUrl: text("tokenUrl").trim(),
            clientId: text("clientId"),
            clientSecret: text("clientSecret"),
            scopes: scopes.length ? scopes : undefined,
          },
        }),
      },
    });
    setRefusal(done.refusal);
    if (!done.data) return;
    announce("The credential was set");
    onClose();
    again();
  };
  const others = violationsElsewhere(refusal, ["bearerToken", "basic", "oauth"]);
  return (
    <Dialog
      title="Set the credential"
      onClose={onClose}
      onSubmit={() => !busy && void save()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={busy}>
            Set it
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="quiet">
          Pushes to {accountName(of)} send it as Authorization. It takes the place of the one before, is sealed at rest and can't be read back.
        </p>
        <Radios
          label="Kind"
          value={kind}
          onChange={setKind}
          options={[
            { id: "bearer", name: "Bearer token" },
            { id: "basic", name: "Name and password" },
            { id: "oauth", name: "OAuth client" },
          ]}
        />
        {kind === "bearer" && field("token", "Token", "bearerToken", "password")}
        {kind === "basic" && [field("username", "Name", "basic.username"), field("password", "Password", "basic.password", "password")]}
        {kind === "oauth" && [
          field("tokenUrl", "Address for tokens", "oauth.tokenUrl", "url"),
          field("clientId", "Client id", "oauth.clientId"),
          field("clientSecret", "Client secret", "oauth.clientSecret", "password"),
          field("scopes", "Scopes", "oauth.scopes", "text", "With spaces between; may be left empty"),
        ]}
        <Refused refusal={refusal && (refusal.violations.length === 0 || others.length > 0) ? refusal : undefined} />
      </div>
    </Dialog>
  );
}
