import "./ui/theme/fonts.ts";
import "./ui/theme/tokens.css";
import "./ui/theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { watchCodeErrors } from "./app/codeErrors.ts";
import { draftStorage } from "./editor/drafts/draftStorage.ts";
import { setupLanguage } from "./i18n/setup.ts";
import { followFocus } from "./ui/layers/lastFocus.ts";

watchCodeErrors();
await setupLanguage();
followFocus();
// Removes drafts that must not be on the disk immediately, whatever view opens first.
draftStorage();
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
