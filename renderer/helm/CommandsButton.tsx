import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewAs } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { shellAccess } from "../requests/shellAccess.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";
import { CommandLine } from "./CommandLine.tsx";
import { helmLine } from "./model/commands.ts";
import type { StoredRevision } from "./model/releases.ts";

export interface CommandsButtonProps {
  release: { namespace: string; name: string };
  /** Newest first. */
  revisions: readonly StoredRevision[];
  shown: StoredRevision;
}

/** The command lines to roll back and to uninstall a release, to copy, because only helm can do that. */
export function CommandsButton({ release: { namespace, name }, revisions, shown }: CommandsButtonProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const access = shellAccess(cluster, useViewAs(cluster.id));
  const [isOpen, setOpen] = useState(false);
  const [newest] = revisions;
  const target =
    shown === newest
      ? revisions.find(({ revision, status }) => revision < shown.revision && status === "superseded")
      : shown;
  const revision = String(shown.revision);
  const driver = shown.driver === "configmaps" ? "HELM_DRIVER=configmap " : "";
  const line = (...words: string[]): string => driver + helmLine(access, namespace, ...words);
  const commands = [
    { label: t("helm.do.values"), line: line("get", "values", name, "--all", "--revision", revision) },
    { label: t("helm.do.history"), line: line("history", name) },
    ...(target === undefined
      ? []
      : [
          {
            label: t("helm.do.rollback", { revision: target.revision }),
            line: line("rollback", name, String(target.revision), "--wait"),
          },
        ]),
    { label: t("helm.do.uninstall"), line: line("uninstall", name) },
  ];
  return (
    <>
      <Button icon="terminal" onClick={() => setOpen(true)} data-testid="helm-commands">
        {t("helm.commands")}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("helm.commandsTitle", { name })}
        description={t("helm.commandsText")}
        testId="helm-commands-dialog"
      >
        <dl className="commandList">
          {commands.map((command) => (
            <div key={command.label}>
              <dt>{command.label}</dt>
              <dd>
                <CommandLine {...command} />
              </dd>
            </div>
          ))}
        </dl>
        <div className="dialogActions">
          <Button onClick={() => setOpen(false)}>{t("app.close")}</Button>
        </div>
      </Dialog>
    </>
  );
}
