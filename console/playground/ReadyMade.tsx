import { useGraphiQL, useGraphiQLActions, type GraphiQLPlugin } from "@graphiql/react";
import { fill, groups, type ReadyOperation } from "./operations";

/** A list of operations to begin with, at the editor's side. */
export function readyMade(ids: Record<string, string>): GraphiQLPlugin {
  return { title: "Ready-made operations", icon: Icon, content: () => <List ids={ids} /> };
}

function Icon() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      height="24"
      aria-hidden="true"
    >
      <path d="M5 6h.01M9 6h10M5 12h.01M9 12h10M5 18h.01M9 18h10" />
    </svg>
  );
}

function List({ ids }: { ids: Record<string, string> }) {
  const { queryEditor, variableEditor } = useGraphiQL((s) => ({ queryEditor: s.queryEditor, variableEditor: s.variableEditor }));
  const { addTab } = useGraphiQLActions();
  const open = (o: ReadyOperation) => {
    // What someone has written stays in its tab.
    const untouched = !queryEditor?.getValue().trim() || queryEditor.getValue().startsWith("# Ctrl-Enter");
    if (!untouched) addTab();
    queryEditor?.setValue(o.query);
    variableEditor?.setValue(o.variables ? JSON.stringify(fill(o.variables, ids), null, 2) : "");
  };
  return (
    <div className="ready">
      <h2>Ready-made operations</h2>
      {groups.map((g) => (
        <section key={g.name}>
          <h3>{g.name}</h3>
          <ul>
            {g.operations.map((o) => (
              <li key={o.name}>
                <button type="button" onClick={() => open(o)}>
                  {o.name}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
