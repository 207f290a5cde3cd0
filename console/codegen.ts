import { addTypenameSelectionDocumentTransform } from "@graphql-codegen/client-preset";
import type { CodegenConfig } from "@graphql-codegen/cli";

// Operations live in .graphql files beside the screens that use them. Documents stay
// text: a parsed tree would be ten times as large in the bundle.
const config: CodegenConfig = {
  schema: "../graph/schema/*.graphqls",
  documents: "src/**/*.graphql",
  silent: true,
  generates: {
    "./src/gql/": {
      preset: "client",
      presetConfig: {
        fragmentMasking: false,
      },
      documentTransforms: [addTypenameSelectionDocumentTransform],
      config: {
        documentMode: "string",
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        scalars: {
          ID: "string",
          DateTime: "string",
          FeedCursor: "string",
          // Text as it stands in the answer, so that no digit and no key is lost.
          JSON: { input: "unknown", output: "../api/json#JsonText" },
          Condition: { input: "../api/json#JsonText", output: "../api/json#JsonText" },
        },
      },
    },
  },
};

export default config;
