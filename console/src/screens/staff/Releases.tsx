import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { ReleasesDocument, type ReleasesQuery } from "../../gql/graphql";
import { useSearch } from "../../navigate";
import { page } from "../../search";
import { Page } from "../../shell/Page";
import { Button } from "../../ui/Button";
import { Id } from "../../ui/copy";
import { List, type ListColumn } from "../../ui/List";
import { Empty } from "../../ui/states";
import { Badge } from "../../ui/Status";
import { Time } from "../../ui/time";
import { ReleaseDialog } from "./ReleaseDialog";

type Row = ReleasesQuery["releases"]["nodes"][number];

const columns: ListColumn<Row>[] = [
  { name: "Integration", width: "2fr", narrow: "title", cell: (r) => <strong className="clip">{r.integration.name}</strong> },
  {
    name: "Version",
    width: "11rem",
    narrow: "side",
    cell: (r) => (
      <>
        <span className="clip">{r.version}</span>
        {r.integration.currentRelease?.id === r.id && <Badge tone="ok">Current</Badge>}
      </>
    ),
  },
  {
    name: "Declares",
    width: "3fr",
    narrow: "line",
    cell: (r) => (
      <span className="clip" title={r.declares.join(", ")}>
        {r.declares.join(", ") || "no changes"}
      </span>
    ),
  },
  {
    name: "Produces",
    width: "2fr",
    narrow: "line",
    cell: (r) => (
      <span className="clip" title={r.produces.join(", ")}>
        {r.produces.length} types of events
      </span>
    ),
  },
  { name: "Published", width: "9.5rem", narrow: "line", cell: (r) => <Time at={r.publishedAt} /> },
  { name: "Id", width: "9.5rem", narrow: "none", cell: (r) => <Id of={r.id} /> },
];

/** Integrations and what was published of them. */
export default function Releases() {
  const [search, change] = useSearch();
  const asked = useAsk(
    ReleasesDocument,
    useMemo(() => page(search), [search.after, search.before]),
  );
  return (
    <Page
      title="Releases"
      about="What was published of each integration; an installation stays on its release until it is upgraded"
      actions={
        <Button kind="primary" onClick={() => change({ dialog: "publish" })}>
          Publish a release
        </Button>
      }
    >
      <List
        name="Releases"
        columns={columns}
        rows={asked.data?.releases.nodes}
        pageInfo={asked.data?.releases.pageInfo}
        idOf={(r) => r.id}
        asked={asked}
        empty={<Empty title="Nothing was published yet">The first release of an integration adds it.</Empty>}
      />
      {search.dialog === "publish" && <ReleaseDialog onClose={() => change({ dialog: undefined }, { replace: true })} />}
    </Page>
  );
}
