import { useEffect, type ReactNode } from "react";
import { Link } from "../navigate";

interface Props {
  title: string;
  /** The list that a single thing is from. */
  from?: { to: string; name: string };
  /** Stands beside the title. */
  mark?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen: its head, and below it what it shows. */
export function Page({ title, from, mark, about, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Backbeat`;
  }, [title]);
  return (
    <>
      <div className="head">
        <div className="head-name">
          {from && (
            <p className="head-path">
              <Link to={from.to}>{from.name}</Link>
            </p>
          )}
          <h1>
            {title} {mark}
          </h1>
          {about && <div className="head-about">{about}</div>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </>
  );
}
