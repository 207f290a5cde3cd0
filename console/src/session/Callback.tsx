import { useEffect, useRef, useState } from "react";
import { finish } from "./oidc";
import { useSession } from "./session";

/** Where the issuer sends people back to, with a code or with a refusal. */
export default function Callback() {
  const { signIn } = useSession();
  const [fault, setFault] = useState<string>();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return; // a code works once
    begun.current = true;
    finish().then(
      ({ token, returnTo }) => {
        history.replaceState(null, "", returnTo);
        signIn(token);
      },
      (error: Error) => setFault(error.message),
    );
  }, [signIn]);
  return (
    <main className="state">
      {fault ? (
        <>
          <h1>Signing in did not work</h1>
          <p role="alert">{fault}</p>
          <a href="/">Back to sign-in</a>
        </>
      ) : (
        <p role="status">Signing you in…</p>
      )}
    </main>
  );
}
