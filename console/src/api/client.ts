import {
  cacheExchange,
  createClient,
  getOperationName,
  makeErrorResult,
  makeResult,
  type Client,
  type Exchange,
  type Operation,
  type OperationResult,
} from "@urql/core";
import { filter, fromPromise, mergeMap, pipe, share, takeUntil } from "wonka";
import { readAnswer, writeJson } from "./json";

export const endpoint = "/graphql";

/** Tells who is calling, and learns that the caller is nobody any more. */
export interface Credentials {
  token(): string | undefined;
  refused(): void;
}

export function newClient(credentials: Credentials): Client {
  return createClient({
    url: endpoint,
    requestPolicy: "cache-and-network",
    exchanges: [cacheExchange, postExchange(credentials)],
  });
}

const texts = new Map<string, string>();

/** Names an operation's text, which is what is sent: caches rewrite the parsed document. */
export function textOf(document: { toString(): string }): string {
  const text = document.toString().trim();
  const name = /^(?:query|mutation|subscription) (\w+)/m.exec(text)?.[1];
  if (!name) throw new Error("an operation has no name");
  texts.set(name, text);
  return text;
}

// urql's own exchange reads and writes JSON as JavaScript does, which loses digits and
// the order of members.
function postExchange(credentials: Credentials): Exchange {
  return () => (operations) => {
    const shared = pipe(operations, share);
    return pipe(
      shared,
      filter((o) => o.kind === "query" || o.kind === "mutation"),
      mergeMap((operation) =>
        pipe(
          fromPromise(post(operation, credentials)),
          takeUntil(
            pipe(
              shared,
              filter((o) => o.kind === "teardown" && o.key === operation.key),
            ),
          ),
        ),
      ),
    );
  };
}

async function post(operation: Operation, credentials: Credentials): Promise<OperationResult> {
  const name = getOperationName(operation.query) ?? "";
  const headers: Record<string, string> = {
    Accept: "application/graphql-response+json",
    "Content-Type": "application/json",
  };
  const token = credentials.token();
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers,
      body: writeJson({ operationName: name, query: texts.get(name), variables: operation.variables }),
    });
    const text = await response.text();
    if (response.status === 401) credentials.refused();
    return makeResult(operation, readAnswer(text) as Parameters<typeof makeResult>[1], response);
  } catch (error) {
    return makeErrorResult(operation, error as Error);
  }
}
