import { type FormEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { allContent } from "../../../shared/content/allContent.ts";
import { vocabularyOf } from "../../api/host.ts";
import { clusterUrl } from "../../app/urls.ts";
import { ContentChoices } from "../../content/ContentChoices.tsx";
import { useLoadContent } from "../../content/useContent.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { newSandbox, setFlags } from "../hostActions.ts";
import { useClusterAction } from "../useClusterAction.ts";
import { FlagFields, useFlags } from "./FlagFields.tsx";
import { flagsOf, textsOf } from "./flagTexts.ts";
import { useFlagProblem } from "./useFlagProblem.ts";
import "./SandboxDialog.css";

export interface SandboxDialogProps {
  /** The sandbox whose flags to change; undefined for a new one. */
  cluster?: ClusterSummary;
  onClose(): void;
}

/** Creates a sandbox with a name and flags, or changes the flags of an existing one. */
export function SandboxDialog({ cluster, onClose }: SandboxDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [content, setContent] = useState("");
  const navigate = useNavigate();
  const load = useLoadContent();
  const [texts, setTexts] = useState(() => textsOf(cluster?.flags ?? []));
  const names = (useFlags().data ?? []).map((flag) => flag.name);
  const flags = flagsOf(texts, names);
  const { pending, problem } = useFlagProblem(flags);
  const word = flags.findLast((flag) => flag.startsWith("--vocabulary="))?.split("=")[1] ?? "";
  const contents = useMemo(() => allContent(vocabularyOf({ vocabulary: word })), [word]);
  const isNew = cluster === undefined;
  const save = useClusterAction(
    async () => {
      if (isNew) {
        const { id } = await newSandbox({ name, flags });
        if (content !== "") load.mutate({ cluster: id, content });
        void navigate(clusterUrl(id));
      } else await setFlags(cluster.id, flags);
      onClose();
    },
    undefined,
    { quiet: true },
  );
  const said = problem ?? save.error?.message;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!pending && problem === undefined && !save.isPending) save.mutate();
  };
  const fields = <FlagFields texts={texts} onChange={setTexts} fixed={isNew ? [] : ["vocabulary"]} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? t("home.flags.newTitle") : t("home.flags.title", { name: cluster.name })}
      description={t(
        isNew ? "home.flags.newText" : cluster.state === "running" ? "home.flags.restart" : "home.flags.next",
      )}
      testId="sandbox-dialog"
    >
      <form noValidate className="sandboxForm" onSubmit={submit}>
        {isNew ? (
          <>
            <TextField
              label={t("home.edit.name")}
              value={name}
              maxLength={60}
              placeholder="Sandbox"
              onChange={(event) => setName(event.target.value)}
              data-testid="sandbox-name"
            />
            <ContentChoices all={contents} chosen={content} onChoose={setContent} />
            <details data-testid="flags-advanced">
              <summary>{t("home.flags.advanced")}</summary>
              {fields}
            </details>
          </>
        ) : (
          fields
        )}
        {said === undefined ? null : (
          <p className="notice bad" role="alert" data-testid="flags-problem">
            {said}
          </p>
        )}
        <div className="dialogActions">
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={pending || save.isPending}
            refusal={problem}
            data-testid="sandbox-create"
          >
            {t(isNew ? "home.flags.create" : "home.edit.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
