import { useMemo } from "react";
import { useAsk } from "../api/hooks";
import { AccountsDocument, EventTypeNamesDocument, type EventTypeKind } from "../gql/graphql";
import type { Option, OptionGroup } from "../ui/fields";

/** The catalog's types to choose from, and those of the address that it does not know. */
export function useTypeOptions(kinds: EventTypeKind[], chosen: string[]): Option[] {
  const { data } = useAsk(EventTypeNamesDocument, {});
  const key = [...kinds, "", ...chosen].join();
  return useMemo(() => {
    const known = (data?.eventTypes ?? []).filter((t) => kinds.includes(t.kind)).map((t) => ({ id: t.name, name: t.name }));
    return [...known, ...unknown(chosen, known)];
  }, [data, key]);
}

/** The accounts to choose from, under their installations. */
export function useAccountOptions(chosen: string[]): OptionGroup[] {
  const { data } = useAsk(AccountsDocument, {});
  const key = chosen.join();
  return useMemo(() => {
    const groups = (data?.installations ?? []).map((i) => ({
      name: `${i.integration.name} · ${i.tenant.name}`,
      options: i.connections.map((c) => ({ id: c.id, name: c.name ?? c.account, about: c.name ? c.account : undefined })),
    }));
    const others = unknown(
      chosen,
      groups.flatMap((g) => g.options),
    );
    return [...groups.filter((g) => g.options.length > 0), ...(others.length && data ? [{ name: "Not connected any more", options: others }] : [])];
  }, [data, key]);
}

function unknown(chosen: string[], known: Option[]): Option[] {
  return chosen.filter((c) => !known.some((k) => k.id === c)).map((c) => ({ id: c, name: c }));
}

/** What people call an account. */
export function accountName(connection: { account: string; name?: string | null }): string {
  return connection.name ?? connection.account;
}
