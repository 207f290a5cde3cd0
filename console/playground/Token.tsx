import { useState } from "react";

const names: Record<string, string> = {
  admin: "Administrator",
  reader: "Reader",
  operator: "Operator",
  otherAdmin: "Administrator of the other tenant",
  adapter: "Adapter",
  application: "Application",
  otherApplication: "The other application",
  integration: "Pull client",
  service: "Service",
  staff: "Staff",
};

interface Props {
  value: string;
  onChange: (token: string) => void;
  /** Working tokens by kind, in development. */
  dev: Record<string, string> | undefined;
}

/** The place for the token. */
export function Token({ value, onChange, dev }: Props) {
  const [shown, setShown] = useState(false);
  const kind = Object.keys(dev ?? {}).find((k) => dev?.[k] === value) ?? "";
  return (
    <header className="token">
      <a className="token-home" href="/">
        <img src="/favicon.svg" alt="" width="20" height="20" />
        Console
      </a>
      {dev && (
        <label>
          As{" "}
          <select value={kind} onChange={(e) => onChange(dev[e.target.value] ?? "")}>
            <option value="">someone else</option>
            {Object.keys(names)
              .filter((k) => dev[k])
              .map((k) => (
                <option key={k} value={k}>
                  {names[k]}
                </option>
              ))}
          </select>
        </label>
      )}
      <label className="token-field">
        Token{" "}
        <input
          type={shown ? "text" : "password"}
          value={value}
          onChange={(e) => onChange(e.target.value.trim().replace(/^Bearer\s+/i, ""))}
          placeholder="Paste one; it goes along as Authorization: Bearer …"
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <button type="button" className="token-show" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? "Hide" : "Show"}
      </button>
    </header>
  );
}
