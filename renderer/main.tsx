import "./ui/fonts.ts";
import "./ui/tokens.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { draftStorage } from "./editor/draftStorage.ts";
import { setupLanguage } from "./i18n/setup.ts";

await setupLanguage();
// Removes drafts that must not be on the disk at once, whatever view opens first.
draftStorage();
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
