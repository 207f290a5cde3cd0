import type { FieldType } from "../../gql/graphql";

/** The type of a field, for people. */
export function fieldTypeInWords(type: FieldType): string {
  return type === "STRING_LIST" ? "list of strings" : type.toLowerCase();
}
