import type { ReactNode } from "react";
import { useRouter } from "@tanstack/react-router";
import { Cell, Column, Row, RouterProvider, Table, TableBody, TableHeader } from "react-aria-components";
import type { Asked } from "../api/hooks";
import { useSearch } from "../navigate";
import { Button } from "./Button";
import { Pager, type PageInfo } from "./Pager";
import { Failed } from "./states";
import "./list.css";

export interface ListColumn<T> {
  name: string;
  /** A share of the width (`1fr` shares what is left) or a length. */
  width: string;
  /** Where it goes on a narrow screen: the row's title, beside it, on the line below, or nowhere. */
  narrow: "title" | "side" | "line" | "none";
  cell: (row: T) => ReactNode;
}

interface Props<T> {
  /** What the rows are, as in "Deliveries". */
  name: string;
  columns: ListColumn<T>[];
  rows: readonly T[] | undefined;
  idOf: (row: T) => string;
  /** Where a row leads. */
  to?: (row: T) => string | undefined;
  asked: Pick<Asked<unknown>, "refusal" | "updating" | "again">;
  /** What to say, and to do next, where there are none. */
  empty: ReactNode;
  pageInfo?: PageInfo;
  /** Fills the height of the screen and scrolls inside; else it is as high as its rows. */
  fills?: boolean;
  /** There are no pages: all there is is shown. */
  whole?: boolean;
}

/** A page of a list. Its head and its foot stay where they are whatever comes. */
export function List<T>({ name, columns, rows, idOf, to, asked, empty, pageInfo, fills = true, whole }: Props<T>) {
  const router = useRouter();
  const bones = rows === undefined && !asked.refusal;
  const items: { id: string; row?: T }[] = bones
    ? Array.from({ length: 12 }, (_, i) => ({ id: `bone-${i}` }))
    : (rows ?? []).map((row) => ({ id: idOf(row), row }));
  const template = columns.map((c) => (c.width.endsWith("fr") ? `minmax(6rem, ${c.width})` : c.width)).join(" ");
  if (asked.refusal && rows === undefined) return <ListFailed refusal={asked.refusal} again={asked.again} name={name} />;
  return (
    <RouterProvider navigate={(path) => router.history.push(path)}>
      <div className={`list${fills ? " list-fills" : ""}`} aria-busy={asked.updating}>
        <div className="list-progress" data-busy={(asked.updating && !bones) || undefined} />
        <div className="list-rows" tabIndex={fills ? -1 : undefined}>
          <Table aria-label={bones ? `${name}, loading` : name} className="table" style={{ "--columns": template } as object}>
            <TableHeader>
              {columns.map((c, i) => (
                <Column key={c.name} id={c.name} isRowHeader={i === 0}>
                  {c.name}
                </Column>
              ))}
            </TableHeader>
            <TableBody items={items} renderEmptyState={() => <div className="list-empty">{empty}</div>}>
              {({ id, row }) => (
                <Row id={id} href={row && to?.(row)} className="table-row">
                  {columns.map((c, i) => (
                    <Cell key={c.name} className={`table-cell narrow-${c.narrow}`}>
                      {row ? c.cell(row) : <span className="bone">{i === 0 && <span className="unseen">Loading</span>}</span>}
                    </Cell>
                  ))}
                </Row>
              )}
            </TableBody>
          </Table>
        </div>
        {whole ? null : pageInfo !== undefined || fills ? <Pager info={pageInfo} count={rows?.length} /> : null}
      </div>
    </RouterProvider>
  );
}

function ListFailed({ refusal, again, name }: { refusal: NonNullable<Props<unknown>["asked"]["refusal"]>; again: () => void; name: string }) {
  const [search, change] = useSearch();
  // An old address, or one that was cut short: what the API says of cursors helps nobody here.
  const lost = refusal.violations.some((v) => v.path === "after" || v.path === "before");
  const told = lost ? { ...refusal, message: "The address names no place in this list.", violations: [] } : refusal;
  return (
    <div className="list-empty">
      <Failed refusal={told} again={lost ? undefined : again} what={name}>
        {(search.after ?? search.before) && (
          <Button kind="primary" onClick={() => change({ after: undefined, before: undefined })}>
            Start from the newest
          </Button>
        )}
      </Failed>
    </div>
  );
}
