import { useCallback } from "react";
import { createLink, useLocation, useParams, useRouter } from "@tanstack/react-router";
import { forwardRef, type AnchorHTMLAttributes } from "react";
import type { Search } from "./search";

// Screens name places by path and search alone, so that each place has one spelling.

const Anchor = forwardRef<HTMLAnchorElement, AnchorHTMLAttributes<HTMLAnchorElement>>((props, ref) => <a ref={ref} {...props} />);
const RouterLink = createLink(Anchor);

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string;
  search?: Search;
  /** Whether the link is marked only on this very path, not on those below it. */
  exact?: boolean;
}

/** A link within the console. */
export function Link({ to, search, exact, ...rest }: LinkProps) {
  return <RouterLink {...rest} to={to as "/"} search={(search ?? {}) as never} activeOptions={{ exact: exact ?? false, includeSearch: false }} />;
}

/** The search part of the address, and a way to change some of it. */
export function useSearch(): [Search, (change: Search, options?: { replace?: boolean }) => void] {
  const search = useLocation({ select: (l) => l.search as Search });
  const router = useRouter();
  const change = useCallback(
    (part: Search, options?: { replace?: boolean }) =>
      void router.navigate({
        to: ".",
        search: ((old: Search) => ({ ...old, ...part })) as never,
        replace: options?.replace ?? false,
        resetScroll: false,
      }),
    [router],
  );
  return [search, change];
}

/** Goes to a place, by path and search. */
export function useGo(): (to: string, options?: { replace?: boolean }) => void {
  const router = useRouter();
  return useCallback(
    (to, options) => {
      if (options?.replace) router.history.replace(to);
      else router.history.push(to);
    },
    [router],
  );
}

/** The id in the address. */
export function useId(): string {
  return (useParams({ strict: false }) as { id: string }).id;
}

/** Where the thing with this id is shown; its prefix tells its kind. Some are shown nowhere. */
export function placeOf(id: string): string | undefined {
  const rooms: Record<string, string> = {
    sub: "/subscriptions",
    dlv: "/deliveries",
    evt: "/events",
    ins: "/installations",
    con: "/accounts",
    rpl: "/replays",
  };
  const kind = id.slice(0, id.indexOf("_"));
  if (kind === "app" || kind === "csm") return "/applications";
  return rooms[kind] && `${rooms[kind]}/${id}`;
}
