import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { ShortcutsDialog } from "../../app/shortcuts/ShortcutsDialog.tsx";
import { learnUrl } from "../../app/urls.ts";
import { Button } from "../../ui/Button.tsx";

/** Links to lessons and help. Lessons need a sandbox: they open in the first running one. */
export function HomeHelp({ clusters }: { readonly clusters: readonly ClusterSummary[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const sandboxes = clusters.filter(({ kind }) => kind === "sandbox");
  const place = sandboxes.find(({ state }) => state === "running") ?? sandboxes[0];
  return (
    <>
      {place === undefined ? null : (
        <Button variant="quiet" icon="book" onClick={() => navigate(learnUrl(place.id))} data-testid="home-learn">
          {t("home.learn")}
        </Button>
      )}
      <Button variant="quiet" icon="keyboard" onClick={() => setOpen(true)} data-testid="home-help">
        {t("home.help")}
      </Button>
      {isOpen ? <ShortcutsDialog open onClose={() => setOpen(false)} /> : null}
    </>
  );
}
