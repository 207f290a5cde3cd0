import { useCallback, useEffect, useMemo, useState } from "react";
import { useClient, useQuery, type AnyVariables } from "urql";
import type { TypedDocumentString } from "../gql/graphql";
import { textOf } from "./client";
import { type Refusal, refusalOf } from "./refusal";

/** What a question to the API has come to. */
export interface Asked<R> {
  /** The newest answer; while another page loads, that of the page before. */
  data: R | undefined;
  refusal: Refusal | undefined;
  /** The first answer is awaited. */
  loading: boolean;
  /** Something newer than what is shown is awaited. */
  updating: boolean;
  again: () => void;
}

interface AskOptions {
  /** Ask nothing, for now. */
  pause?: boolean;
  /** Ask again every so many milliseconds while the page is seen. */
  every?: number;
}

/** Asks a query, and shows again at once what was answered before. */
export function useAsk<R, V>(document: TypedDocumentString<R, V>, variables: V, options: AskOptions = {}): Asked<R> {
  const query = useMemo(() => textOf(document), [document]);
  const [result, execute] = useQuery<R, AnyVariables>({ query, variables: variables as AnyVariables, pause: options.pause });
  const again = useCallback(() => execute({ requestPolicy: "network-only" }), [execute]);
  useEffect(() => {
    if (!options.every || options.pause) return;
    const timer = setInterval(() => pageIsSeen() && again(), options.every);
    return () => clearInterval(timer);
  }, [options.every, options.pause, again]);
  return {
    data: result.data,
    refusal: refusalOf(result.error),
    loading: result.fetching && result.data === undefined,
    updating: result.fetching || result.stale,
    again,
  };
}

const pageIsSeen = () => globalThis.document.visibilityState === "visible";

/** What came of an action: an answer or a refusal. */
export type Done<R> = { data: R; refusal?: undefined } | { data?: undefined; refusal: Refusal };

/** Gives a function that runs a mutation, or a query once, and whether it is running. */
export function useAct<R, V>(document: TypedDocumentString<R, V>): [(variables: V) => Promise<Done<R>>, boolean] {
  const client = useClient();
  const [running, setRunning] = useState(0);
  const act = useCallback(
    async (variables: V): Promise<Done<R>> => {
      const text = textOf(document);
      setRunning((n) => n + 1);
      try {
        const result = text.startsWith("mutation")
          ? await client.mutation<R>(text, variables as AnyVariables).toPromise()
          : await client.query<R>(text, variables as AnyVariables, { requestPolicy: "network-only" }).toPromise();
        const refusal = refusalOf(result.error);
        return refusal || result.data === undefined ? { refusal: refusal ?? noAnswer } : { data: result.data };
      } finally {
        setRunning((n) => n - 1);
      }
    },
    [client, document],
  );
  return [act, running > 0];
}

const noAnswer: Refusal = { code: "INTERNAL", message: "The answer was empty.", violations: [], retryable: true, extensions: {} };
