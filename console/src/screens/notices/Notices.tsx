import { useMemo } from "react";
import { useAsk } from "../../api/hooks";
import { NoticesDocument } from "../../gql/graphql";
import { Link, placeOf, useSearch } from "../../navigate";
import { page } from "../../search";
import { Page } from "../../shell/Page";
import { Pager } from "../../ui/Pager";
import { Empty, Failed, Waiting } from "../../ui/states";
import { Badge } from "../../ui/Status";
import { Time } from "../../ui/time";
import { noticeInWords } from "./words";
import "./notices.css";

/** What administrators were told. */
export default function Notices() {
  const [search] = useSearch();
  const asked = useAsk(
    NoticesDocument,
    useMemo(() => page(search), [search]),
    { every: 30_000 },
  );
  const nodes = asked.data?.notifications.nodes;
  return (
    <Page title="Notices" about="What needed an administrator; where mail is set up, each got them that way too">
      <div className="notices">
        {!nodes ? (
          asked.refusal ? (
            <Failed refusal={asked.refusal} again={asked.again} what="Notices" />
          ) : (
            <Waiting lines={8} />
          )
        ) : nodes.length === 0 ? (
          <Empty title="No notices">Backbeat writes one when it pauses a subscription by itself.</Empty>
        ) : (
          <ol>
            {nodes.map((n) => {
              const place = n.subjectId && placeOf(n.subjectId);
              return (
                <li key={n.id} className="notice">
                  <div className="row">
                    <Badge tone="warn">{noticeInWords(n.kind)}</Badge>
                    <span className="quiet small">
                      <Time at={n.at} />
                    </span>
                  </div>
                  <p>{n.message}</p>
                  {place && (
                    <p>
                      <Link to={place}>Show what it is about</Link>
                    </p>
                  )}
                </li>
              );
            })}
          </ol>
        )}
      </div>
      <Pager info={asked.data?.notifications.pageInfo} count={nodes?.length} />
    </Page>
  );
}
