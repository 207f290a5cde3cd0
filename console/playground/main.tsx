import "./workers";
import { createRoot } from "react-dom/client";
import "../src/styles/tokens.css";
import "../src/styles/base.css";
import "graphiql/style.css";
import { consoleConfig } from "../src/session/config";
import { Playground } from "./Playground";

void consoleConfig().then((config) => createRoot(document.getElementById("root")!).render(<Playground config={config} />));
