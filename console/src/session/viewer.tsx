import { createContext, useContext, type ReactNode } from "react";
import type { ViewerQuery } from "../gql/graphql";

export type Viewer = ViewerQuery["viewer"];

/** What a caller may need for an action. The schema's @allow says which. */
export type Need = "read" | "manage" | "operate" | "trails" | "installations" | "staff" | "health";

const readers = ["INTEGRATIONS_READ", "INTEGRATIONS_MANAGE", "INTEGRATION_EXECUTIONS_OPERATE"] as const;

/** Tells whether a caller may; the API decides again. */
export function may(viewer: Viewer, need: Need): boolean {
  const staff = viewer.kind === "STAFF";
  const has = (p: (typeof readers)[number]) => viewer.kind === "USER" && viewer.permissions.includes(p);
  switch (need) {
    case "read":
      return staff || readers.some(has);
    case "manage":
      return has("INTEGRATIONS_MANAGE");
    case "operate":
    case "health":
      return staff || has("INTEGRATION_EXECUTIONS_OPERATE");
    case "trails":
    case "installations":
      return staff || has("INTEGRATIONS_MANAGE");
    case "staff":
      return staff;
  }
}

/** Says what is missing where a caller may not. */
export function whyNot(viewer: Viewer, need: Need, what: string): string {
  if (viewer.kind !== "USER" && need !== "staff") {
    return need === "manage"
      ? `${what} is for administrators of the tenant.`
      : `${what} is for people of a tenant; this token is ${kindInWords(viewer)}.`;
  }
  switch (need) {
    case "read":
      return `${what} needs the permission platform.integrations.read.`;
    case "manage":
    case "trails":
    case "installations":
      return `${what} needs the permission platform.integrations.manage.`;
    case "operate":
    case "health":
      return `${what} needs the permission platform.integration-executions.operate.`;
    case "staff":
      return `${what} is for staff.`;
  }
}

/** Says what a caller is. */
export function kindInWords(viewer: Viewer): string {
  switch (viewer.kind) {
    case "USER":
      if (viewer.permissions.includes("INTEGRATIONS_MANAGE")) return "an administrator";
      if (viewer.permissions.includes("INTEGRATION_EXECUTIONS_OPERATE")) return "an operator";
      return "a reader";
    case "STAFF":
      return "staff";
    case "ADAPTER":
      return "an adapter";
    case "APPLICATION":
      return "an application";
    case "INTEGRATION":
      return "a pull client";
    case "SERVICE":
      return "a service";
  }
}

const ViewerContext = createContext<Viewer | undefined>(undefined);

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error("useViewer outside of ViewerProvider");
  return viewer;
}

/** Tells for the caller whether it may. */
export function useMay(need: Need): boolean {
  return may(useViewer(), need);
}
