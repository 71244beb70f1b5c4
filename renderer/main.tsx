import "./ui/fonts.ts";
import "./ui/tokens.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { draftStorage } from "./editor/draftStorage.ts";
import { setupLanguage } from "./i18n/setup.ts";

await setupLanguage();
// Drafts that must not lie on the disk leave it at once, whatever view comes first.
draftStorage();
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
