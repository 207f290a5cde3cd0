import type { PauseReason } from "../../gql/graphql";

/** Why a subscription is paused, in a few words. */
export function reasonInWords(reason: PauseReason | null | undefined): string {
  switch (reason) {
    case "ADMINISTRATOR":
      return "paused by an administrator";
    case "CONSECUTIVE_DEAD":
      return "fifty deliveries in a row died";
    case "ACCEPTANCE_WITHDRAWN":
      return "its type is not accepted any more";
    default:
      return "paused";
  }
}
