// The editor's workers, from our own files. graphiql's own setup for Vite crashes its
// development server.
import EditorWorker from "monaco-editor/esm/vs/editor/editor.worker.js?worker";
import JsonWorker from "monaco-editor/esm/vs/language/json/json.worker.js?worker";
import GraphQLWorker from "monaco-graphql/esm/graphql.worker.js?worker";

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker(_id: string, label: string): Worker {
      if (label === "json") return new JsonWorker();
      if (label === "graphql") return new GraphQLWorker();
      return new EditorWorker();
    },
  },
});
