import type { ReactNode } from "react";
import { Copy } from "../../ui/copy";
import { Note } from "../../ui/states";

/** A secret that is shown once. */
export function Secret({ secret, children }: { secret: string; children: ReactNode }) {
  return (
    <div className="stack">
      <Note tone="warn">{children}</Note>
      <p className="secret">
        <code>{secret}</code>
        <Copy text={secret} what="signing secret" />
      </p>
    </div>
  );
}
