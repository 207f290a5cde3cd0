import { useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "@tanstack/react-router";
import { Link } from "../navigate";
import { useSession } from "../session/session";
import { kindInWords, may, useViewer, type Need, type Viewer } from "../session/viewer";
import { zone } from "../ui/time";
import { judge, useHealth } from "./health";
import "./shell.css";

interface Place {
  to: string;
  name: string;
  open?: Need | ((viewer: Viewer) => boolean);
}

const seesEvents = (v: Viewer) => may(v, "read") || v.kind === "ADAPTER" || v.kind === "APPLICATION";

const places: { title: string; places: Place[] }[] = [
  {
    title: "Traffic",
    places: [
      { to: "/", name: "Overview" },
      { to: "/subscriptions", name: "Subscriptions", open: "read" },
      { to: "/deliveries", name: "Deliveries", open: "read" },
      { to: "/events", name: "Events", open: seesEvents },
      { to: "/live", name: "Live tail", open: seesEvents },
    ],
  },
  {
    title: "Directory",
    places: [
      { to: "/installations", name: "Installations" },
      { to: "/applications", name: "Applications" },
      { to: "/catalog", name: "Catalog" },
    ],
  },
  {
    title: "Records",
    places: [
      { to: "/notices", name: "Notices", open: "read" },
      { to: "/trails", name: "Trails", open: "trails" },
    ],
  },
  {
    title: "Staff",
    places: [
      { to: "/staff/unclaimed", name: "Unclaimed events", open: "staff" },
      { to: "/staff/dead", name: "Dead events", open: "staff" },
      { to: "/staff/tenants", name: "Tenants", open: "staff" },
      { to: "/staff/releases", name: "Releases", open: "staff" },
    ],
  },
];

/** The frame around every screen. */
export function Shell() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  // A new screen is where reading goes on; the same one with another filter is not.
  useEffect(() => {
    setOpen(false);
    if (shown.current === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className="shell" onKeyDown={(e) => e.key === "Escape" && setOpen(false)}>
      <a className="shell-skip" href="#content" onClick={(e) => (e.preventDefault(), content.current?.focus())}>
        Skip to the content
      </a>
      <header className="shell-bar">
        <Link to="/" className="shell-name">
          <img src="/favicon.svg" alt="" width="22" height="22" />
          Backbeat
        </Link>
        <button type="button" className="button button-quiet shell-menu" aria-expanded={open} aria-controls="places" onClick={() => setOpen(!open)}>
          {open ? "Close" : "Menu"}
        </button>
      </header>
      <Places open={open} />
      <main id="content" ref={content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

function Places({ open }: { open: boolean }) {
  const viewer = useViewer();
  const { signOut } = useSession();
  const allowed = (p: Place) => !p.open || (typeof p.open === "string" ? may(viewer, p.open) : p.open(viewer));
  return (
    <div id="places" className="shell-places" data-open={open}>
      <nav aria-label="Console">
        {places.map(({ title, places }) => {
          const mine = places.filter(allowed);
          return (
            mine.length > 0 && (
              <section key={title} aria-label={title}>
                <p className="shell-group" aria-hidden="true">
                  {title}
                </p>
                <ul>
                  {mine.map((p) => (
                    <li key={p.to}>
                      <Link to={p.to} className="shell-place" exact={p.to === "/"}>
                        {p.name}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            )
          );
        })}
      </nav>
      <aside className="shell-foot" aria-label="You">
        <Pulse />
        <div className="shell-viewer">
          <p className="clip" title={viewer.subject}>
            {viewer.subject}
          </p>
          <p className="quiet small clip">
            {kindInWords(viewer)}
            {viewer.tenant && <> · {viewer.tenant.name}</>}
          </p>
        </div>
        <div className="row">
          <button type="button" className="button button-quiet" onClick={() => signOut()}>
            Sign out
          </button>
          <a className="button button-quiet" href="/playground">
            Playground
          </a>
        </div>
        <p className="quiet small" title="Hover over a time to see it in UTC">
          Times are in {zone}
        </p>
      </aside>
    </div>
  );
}

/** The dispatcher in one glance, on every screen of those who may know. */
function Pulse() {
  const { allowed, data, refusal } = useHealth();
  if (!allowed) return null;
  const { tone, words } = data
    ? judge(data.dispatcher)
    : refusal
      ? ({ tone: "bad", words: "The dispatcher's health is not known." } as const)
      : ({ tone: "mute", words: "…" } as const);
  const short = { ok: "Dispatcher keeps up", warn: "Work is late", bad: "Dispatcher needs help", mute: "Dispatcher" }[tone];
  return (
    <Link to="/" className={`pulse pulse-${tone}`} title={words}>
      <span className="pulse-dot" aria-hidden="true" />
      {short}
    </Link>
  );
}
