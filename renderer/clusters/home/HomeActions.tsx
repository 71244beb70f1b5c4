import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { clusterUrl } from "../../app/urls.ts";
import { Button } from "../../ui/Button.tsx";
import { SandboxDialog } from "../dialogs/lazyDialogs.ts";
import { importSandbox, newSandbox } from "../hostActions.ts";
import { useClusterAction } from "../useClusterAction.ts";

/** Creates a sandbox with one click and opens it, or imports one from a file. */
export function HomeActions() {
  const { t } = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  const [wishing, setWishing] = useState(false);
  const navigate = useNavigate();
  const make = useClusterAction(async () => void navigate(clusterUrl((await newSandbox()).id)));
  const bring = useClusterAction(
    async () => {
      const chosen = file.current?.files?.[0];
      if (chosen !== undefined) await importSandbox(chosen);
      if (file.current !== null) file.current.value = "";
    },
    () => t("home.done.imported"),
  );
  return (
    <>
      <input
        ref={file}
        type="file"
        accept=".zip"
        hidden
        aria-label={t("home.import")}
        onChange={() => bring.mutate()}
        data-testid="import-file"
      />
      <Button busy={bring.isPending} onClick={() => file.current?.click()} data-testid="import-sandbox">
        {t("home.import")}
      </Button>
      <Button onClick={() => setWishing(true)} data-testid="sandbox-options">
        {t("home.flags.withOptions")}
      </Button>
      <Button
        variant="primary"
        icon="plus"
        busy={make.isPending}
        onClick={() => make.mutate()}
        data-testid="new-sandbox"
      >
        {t("home.newSandbox")}
      </Button>
      {wishing ? <SandboxDialog onClose={() => setWishing(false)} /> : null}
    </>
  );
}
