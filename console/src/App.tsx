import { lazy, Suspense } from "react";
import { RouterProvider } from "@tanstack/react-router";
import { useAsk } from "./api/hooks";
import { ViewerDocument } from "./gql/graphql";
import { router } from "./router";
import { SessionProvider, useSession } from "./session/session";
import { SignIn } from "./session/SignIn";
import { ViewerProvider } from "./session/viewer";
import { Announcements } from "./ui/announce";
import { Failed } from "./ui/states";

const Callback = lazy(() => import("./session/Callback"));

export function App() {
  return (
    <SessionProvider>
      <Entrance />
      <Announcements />
    </SessionProvider>
  );
}

function Entrance() {
  const { token } = useSession();
  if (location.pathname === "/sign-in/callback") {
    return (
      <Suspense>
        <Callback />
      </Suspense>
    );
  }
  return token ? <SignedIn /> : <SignIn />;
}

function SignedIn() {
  const { data, refusal, again } = useAsk(ViewerDocument, {});
  const { signOut } = useSession();
  if (data) {
    return (
      <ViewerProvider viewer={data.viewer}>
        <RouterProvider router={router} />
      </ViewerProvider>
    );
  }
  if (refusal) {
    return (
      <main>
        <Failed refusal={refusal} again={again} what="The console" />
        <p className="state">
          <button type="button" className="button button-quiet" onClick={() => signOut()}>
            Sign out
          </button>
        </p>
      </main>
    );
  }
  return null;
}
