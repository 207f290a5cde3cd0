import { useAsk } from "../../api/hooks";
import { CatalogDocument, type EventTypeKind, type ShapeFragment } from "../../gql/graphql";
import { Link, useSearch } from "../../navigate";
import { words } from "../../search";
import { useMay } from "../../session/viewer";
import { Page } from "../../shell/Page";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ChoicesFilter, Filters, TextFilter } from "../../ui/Filters";
import { List, type ListColumn } from "../../ui/List";
import { Empty } from "../../ui/states";
import { TypeDialog } from "./TypeDialog";
import { fieldTypeInWords } from "./words";
import "./catalog.css";

const kinds: EventTypeKind[] = ["CHANGE", "PRODUCED", "COMPLETION"];
const kindNames: Record<EventTypeKind, string> = { CHANGE: "Change", PRODUCED: "Produced", COMPLETION: "Completion" };

const columns: ListColumn<ShapeFragment>[] = [
  {
    name: "Type",
    width: "3fr",
    narrow: "title",
    cell: (t) => (
      <Link to="/catalog" search={{ type: t.name }} className="clip">
        {t.name}
      </Link>
    ),
  },
  {
    name: "Kind",
    width: "8rem",
    narrow: "side",
    cell: (t) => <span className={t.kind === "CHANGE" ? undefined : "quiet"}>{kindNames[t.kind]}</span>,
  },
  {
    name: "Fields",
    width: "4fr",
    narrow: "line",
    cell: (t) => <span className={t.fields.length ? "clip" : "clip quiet"}>{t.fields.map((f) => f.name).join(", ") || "none declared"}</span>,
  },
  {
    name: "Carries too",
    width: "3fr",
    narrow: "none",
    cell: (t) => <span className="clip quiet">{carries(t) || "–"}</span>,
  },
];

function carries(t: ShapeFragment): string {
  return [t.carriesPriorValues && "prior values", t.carriesChangedFields && "changed fields"].filter(Boolean).join(", ");
}

/** What kinds of events and changes there are, and what they carry. */
export default function Catalog() {
  const [search, change] = useSearch();
  const staff = useMay("staff");
  const asked = useAsk(CatalogDocument, {});
  const wanted = words(search.kind, kinds);
  const find = (search.find ?? "").toLowerCase();
  const all = asked.data?.eventTypes;
  const shown = all?.filter((t) => (wanted.length === 0 || wanted.includes(t.kind)) && (find === "" || t.name.toLowerCase().includes(find)));
  const chosen = search.type ? all?.find((t) => t.name === search.type) : undefined;
  const close = () => change({ type: undefined, dialog: undefined }, { replace: true });
  return (
    <Page
      title="Catalog"
      about="Types of events and changes, the same for every tenant"
      actions={
        staff && (
          <Button kind="primary" onClick={() => change({ dialog: "register" })}>
            Register a type
          </Button>
        )
      }
    >
      <Filters names={["kind", "find"]}>
        <ChoicesFilter name="kind" label="Kind" options={kinds.map((k) => ({ id: k, name: kindNames[k] }))} />
        <TextFilter name="find" label="Find by name" />
      </Filters>
      <List
        name="Types"
        columns={columns}
        rows={shown}
        idOf={(t) => t.name}
        to={(t) => `/catalog?type=${encodeURIComponent(t.name)}`}
        asked={asked}
        whole
        empty={
          all?.length ? (
            <Empty title="No type fits">Take a filter away.</Empty>
          ) : (
            <Empty title="The catalog is empty">{staff ? "Register the first type." : "Staff register types."}</Empty>
          )
        }
      />
      {staff && search.dialog === "register" ? (
        <TypeDialog existing={chosen} onClose={close} />
      ) : (
        chosen && (
          <Dialog
            reads
            title={chosen.name}
            onClose={close}
            foot={
              staff && chosen.kind !== "COMPLETION" ? (
                <Button onClick={() => change({ dialog: "register" })}>Register it anew</Button>
              ) : (
                <Button onClick={close}>Close</Button>
              )
            }
          >
            <TypeCard type={chosen} />
          </Dialog>
        )
      )}
    </Page>
  );
}

function TypeCard({ type }: { type: ShapeFragment }) {
  return (
    <div className="stack">
      {type.description && <p>{type.description}</p>}
      <p className="quiet">
        {type.kind === "CHANGE"
          ? "A change of the platform's own data, which integrations subscribe to."
          : type.kind === "PRODUCED"
            ? "An event that an adapter emits, and applications consume."
            : "The completion of a call."}
        {carries(type) && ` Deliveries carry ${carries(type)} too.`}
      </p>
      {type.fields.length > 0 && (
        <table className="fields-table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Type</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {type.fields.map((f) => (
              <tr key={f.name}>
                <th scope="row">
                  <code>{f.name}</code>
                </th>
                <td>{fieldTypeInWords(f.type)}</td>
                <td>{f.description ?? <span className="quiet">–</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
