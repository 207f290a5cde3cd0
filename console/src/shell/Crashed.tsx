import type { ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "../ui/Button";

/** A fault of the console's own, or a part of it that could not be fetched. */
export function Crashed({ error }: ErrorComponentProps) {
  return (
    <div className="state" role="alert">
      <p className="state-title">This screen could not be shown</p>
      <p className="state-words">{error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={() => location.reload()}>Load it again</Button>
    </div>
  );
}
