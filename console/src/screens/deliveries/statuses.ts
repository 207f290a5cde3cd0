import type { DeliveryStatus } from "../../gql/graphql";
import { statusInWords } from "../../ui/Status";

export const deliveryStatuses: DeliveryStatus[] = ["PENDING", "RETRYING", "DELIVERED", "DEAD", "SKIPPED_FILTER", "SKIPPED_SUSPENDED", "CANCELLED"];

export const deliveryStatusOptions = deliveryStatuses.map((s) => ({ id: s, name: statusInWords(s) }));
