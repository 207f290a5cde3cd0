import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { HistoryDocument, HistoryEntryDocument, type HistoryQuery, type Trail } from "../../gql/graphql";
import { Link, placeOf, useSearch } from "../../navigate";
import { page, type Search } from "../../search";
import { may, useViewer, whyNot } from "../../session/viewer";
import { Page } from "../../shell/Page";
import { Button } from "../../ui/Button";
import { Id } from "../../ui/copy";
import { Dialog } from "../../ui/Dialog";
import { Radios } from "../../ui/fields";
import { Filters, TextFilter } from "../../ui/Filters";
import { Json } from "../../ui/Json";
import { List, type ListColumn } from "../../ui/List";
import { Empty, Failed, Waiting } from "../../ui/states";
import { Time } from "../../ui/time";
import { Fact, Facts } from "../../ui/Timeline";
import "./trails.css";

type Entry = HistoryQuery["history"]["nodes"][number];

/** An action of the trails in words. */
function actionInWords(action: string): string {
  const [thing, done] = action.split(".");
  const words = `${thing ?? ""} ${done ?? ""}`.trim();
  return words[0]!.toUpperCase() + words.slice(1);
}

const others: ListColumn<Entry>[] = [
  { name: "When", width: "9.5rem", narrow: "side", cell: (e) => <Time at={e.at} /> },
  { name: "Who", width: "3fr", narrow: "line", cell: (e) => <span className="clip">{e.actor}</span> },
  {
    name: "Of what",
    width: "12rem",
    narrow: "line",
    cell: (e) => {
      const place = placeOf(e.subjectId);
      return (
        <>
          {place && (
            <Link to={place} className="nowrap">
              Show
            </Link>
          )}
          <Id of={e.subjectId} />
        </>
      );
    },
  },
];

/** Each row leads to itself within this very list, whose filters stay. */
function columnsOf(search: Search): ListColumn<Entry>[] {
  const action: ListColumn<Entry> = {
    name: "Action",
    width: "2fr",
    narrow: "title",
    cell: (e) => (
      <Link to="." search={{ ...search, entry: e.id }} className="clip">
        {actionInWords(e.action)}
      </Link>
    ),
  };
  return [action, ...others];
}

/** Who did what: one trail for those who look after integrations, one for security. */
export default function Trails() {
  const viewer = useViewer();
  const [search, change] = useSearch();
  const allowed = may(viewer, "trails");
  const trail: Trail = search.trail === "security" ? "SECURITY" : "INTEGRATION";
  const variables = useMemo(
    () => ({ trail, subjectId: search.subject || undefined, ...page(search) }),
    [trail, search.subject, search.after, search.before],
  );
  const asked = useAsk(HistoryDocument, variables, { pause: !allowed });
  if (!allowed) {
    return (
      <Page title="Trails">
        <Empty title="The trails are not open to you">{whyNot(viewer, "trails", "Reading them")}</Empty>
      </Page>
    );
  }
  return (
    <Page title="Trails" about="What was done, by whom, with the states before and after">
      <Filters names={["subject"]}>
        <div className="trail-choice">
          <Radios
            label="Trail"
            value={trail}
            onChange={(t) => change({ trail: t === "SECURITY" ? "security" : undefined, after: undefined, before: undefined })}
            options={[
              { id: "INTEGRATION", name: "Integrations" },
              { id: "SECURITY", name: "Security" },
            ]}
          />
        </div>
        <TextFilter name="subject" label="Id of the thing" wide />
      </Filters>
      <List
        name="Trail"
        columns={columnsOf(search)}
        rows={asked.data?.history.nodes}
        pageInfo={asked.data?.history.pageInfo}
        idOf={(e) => e.id}
        asked={asked}
        empty={
          search.subject ? (
            <Empty title="Nothing was done to this thing">Check the id, or take the filter away.</Empty>
          ) : (
            <Empty title="Nothing was done yet" />
          )
        }
      />
      {search.entry && <EntryDialog id={search.entry} onClose={() => change({ entry: undefined }, { replace: true })} />}
    </Page>
  );
}

function EntryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const asked = useAsk(HistoryEntryDocument, { id });
  const node = asked.data?.node;
  const e = node?.__typename === "HistoryEntry" ? node : undefined;
  const place = e && placeOf(e.subjectId);
  return (
    <Dialog title={e ? actionInWords(e.action) : "Entry"} onClose={onClose} size="large" foot={<Button onClick={onClose}>Close</Button>}>
      {asked.data && !e ? (
        <Empty title="There is no such entry that you may see" />
      ) : !e ? (
        asked.refusal ? (
          <Failed refusal={asked.refusal} again={asked.again} what="The entry" />
        ) : (
          <Waiting lines={6} />
        )
      ) : (
        <div className="stack">
          <Facts>
            <Fact name="When">
              <Time at={e.at} />
            </Fact>
            <Fact name="Who">{e.actor}</Fact>
            <Fact name="Of what">
              {place && <Link to={place}>Show</Link>} <Id of={e.subjectId} />
            </Fact>
            <Fact name="Trail">{e.trail === "SECURITY" ? "Security" : "Integrations"}</Fact>
          </Facts>
          <div className="states">
            {e.before ? <Json text={e.before.text} name="Before" /> : <p className="quiet">There was nothing before.</p>}
            {e.after ? <Json text={e.after.text} name="After" /> : <p className="quiet">There is nothing after.</p>}
          </div>
        </div>
      )}
    </Dialog>
  );
}
