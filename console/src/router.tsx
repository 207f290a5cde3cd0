import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { parseSearch, writeSearch, type Search } from "./search";
import { Overview } from "./screens/overview/Overview";
import { Missing } from "./shell/Missing";
import { Crashed } from "./shell/Crashed";
import { Shell } from "./shell/Shell";

const root = createRootRoute({ component: Shell, notFoundComponent: Missing });

// Every screen but the first is a chunk of its own.
const screens = {
  "/subscriptions": () => import("./screens/subscriptions/Subscriptions"),
  "/subscriptions/$id": () => import("./screens/subscriptions/Subscription"),
  "/deliveries": () => import("./screens/deliveries/Deliveries"),
  "/deliveries/$id": () => import("./screens/deliveries/Delivery"),
  "/replays/$id": () => import("./screens/replays/Replay"),
  "/events": () => import("./screens/events/Events"),
  "/events/$id": () => import("./screens/events/Event"),
  "/live": () => import("./screens/live/Live"),
  "/installations": () => import("./screens/installations/Installations"),
  "/installations/$id": () => import("./screens/installations/Installation"),
  "/accounts/$id": () => import("./screens/installations/Account"),
  "/catalog": () => import("./screens/catalog/Catalog"),
  "/applications": () => import("./screens/applications/Applications"),
  "/trails": () => import("./screens/trails/Trails"),
  "/notices": () => import("./screens/notices/Notices"),
  "/staff/unclaimed": () => import("./screens/staff/Unclaimed"),
  "/staff/dead": () => import("./screens/staff/Dead"),
  "/staff/tenants": () => import("./screens/staff/Tenants"),
  "/staff/releases": () => import("./screens/staff/Releases"),
} as const;

const routes = Object.entries(screens).map(([path, load]) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load), validateSearch: (s): Search => s as Search }),
);

export const router = createRouter({
  routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: "/", component: Overview }), ...routes]),
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultErrorComponent: Crashed as never,
  // A screen whose chunk is on its way does not blank the one that is shown.
  defaultPendingMs: 1_000,
});
