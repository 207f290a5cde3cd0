import { Link, useSearch } from "../navigate";
import "./pager.css";

export interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor?: string | null;
  endCursor?: string | null;
}

/** Where a page lies, and the ways to the next ones. */
export function Pager({ info, count }: { info: PageInfo | undefined; count: number | undefined }) {
  const [search] = useSearch();
  const at = Boolean(search.after ?? search.before);
  const place = (name: string, to: Record<string, string | undefined> | undefined) =>
    to ? (
      <Link to="." search={{ ...search, after: undefined, before: undefined, ...to }} className="button">
        {name}
      </Link>
    ) : (
      <span className="button" aria-disabled="true" role="link">
        {name}
      </span>
    );
  return (
    <nav className="pager" aria-label="Pages">
      <p className="quiet small" role="status">
        {count === undefined ? "Loading…" : count === 0 ? "None" : `${count} on this page, newest first`}
      </p>
      <div className="row">
        {place("Newest", at ? {} : undefined)}
        {place("Newer", info?.hasPreviousPage && info.startCursor ? { before: info.startCursor } : undefined)}
        {place("Older", info?.hasNextPage && info.endCursor ? { after: info.endCursor } : undefined)}
      </div>
    </nav>
  );
}
