import { useState } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../../shared/text/messageOf.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/**
 * Replaces a view whose code could not be loaded. The page is reloaded only when the host answers: until then, it keeps
 * the other views, and the texts that only the window holds.
 */
export function NotLoaded({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const [state, setState] = useState<"idle" | "asking" | "silent">("idle");
  const retry = async (): Promise<void> => {
    setState("asking");
    try {
      await fetch(location.href, { method: "HEAD", cache: "no-store" });
      location.reload();
    } catch {
      setState("silent");
    }
  };
  return (
    <EmptyState icon="plug" tone="bad" title={t("app.notLoaded")} testId="not-loaded">
      <p>{t("app.notLoadedText")}</p>
      <p className="mono">{messageOf(error)}</p>
      <Button icon="refresh" busy={state === "asking"} onClick={() => void retry()} data-testid="not-loaded-retry">
        {t("app.retry")}
      </Button>
      <p role="status">{state === "silent" ? t("app.hostGone") : ""}</p>
    </EmptyState>
  );
}
