import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { setupLanguage } from "./i18n/setup.ts";
import "./ui/tokens.css";
import "./ui/primitives.css";
import "./app/shell.css";
import "./resources/table.css";
import "./resources/detail.css";
import "./access/access.css";
import "./clusters/clusters.css";

setupLanguage();
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
