import { Link } from "../navigate";
import { Empty } from "../ui/states";
import { Page } from "./Page";

/** An address that leads nowhere. */
export function Missing() {
  return (
    <Page title="Nothing is here">
      <Empty title="This address leads nowhere">
        It may have been cut short. <Link to="/">Go to the overview</Link>
      </Empty>
    </Page>
  );
}

/** A thing that is not there, or not the caller's to see; the two look the same on purpose. */
export function NotFound({ what, to, name }: { what: string; to: string; name: string }) {
  return (
    <Page title={`No such ${what}`} from={{ to, name }}>
      <Empty title={`There is no ${what} with this id that you may see`}>
        It may belong to another tenant, or its time of retention is over. <Link to={to}>All {name.toLowerCase()}</Link>
      </Empty>
    </Page>
  );
}
