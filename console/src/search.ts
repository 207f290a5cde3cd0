// What a list shows is in the address, in words that people can read and write:
// ?status=DEAD,RETRYING&type=crm.contact.updated&after=…

/** The address as text by name; lists are joined by commas. */
export type Search = Record<string, string | undefined>;

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === "string" && value !== "") params.set(name, value);
  }
  const text = params.toString().replace(/%2C/g, ",").replace(/%3A/g, ":");
  return text && `?${text}`;
}

/** A list of words in the address; others than the known ones are passed over. */
export function words<T extends string>(text: string | undefined, known?: readonly T[]): T[] {
  const all = (text ?? "").split(",").filter(Boolean) as T[];
  return known ? all.filter((w) => known.includes(w)) : all;
}

/** A list as it stands in the address. */
export function joined(list: readonly string[]): string | undefined {
  return list.length ? list.join(",") : undefined;
}

/** An instant of the address, or none where it is none. */
export function instant(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export const pageSize = 50;

/** Where a page lies, as the API takes it. */
export function page(search: Search): { first?: number; last?: number; after?: string; before?: string } {
  if (search.before) return { last: pageSize, before: search.before };
  return { first: pageSize, after: search.after };
}
