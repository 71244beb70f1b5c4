import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../../access/refusals/ErrorNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { addContext, type NewContext } from "../hostActions.ts";
import { useClusterAction } from "../useClusterAction.ts";
import { ServerForm } from "./ServerForm.tsx";
import { emptyServer, serverEntryOf } from "./serverDraft.ts";
import "./AddDialog.css";

export type AddTab = "paste" | "file" | "server";
export const isAddTab = (text: string | null): text is AddTab =>
  text === "paste" || text === "file" || text === "server";

export interface AddDialogProps {
  tab: AddTab;
  onTab(tab: AddTab): void;
  onClose(): void;
}

/** Adds contexts: a pasted kubeconfig, a kubeconfig file, or a server by its single fields. */
export function AddDialog({ tab, onTab, onClose }: AddDialogProps) {
  const { t } = useTranslation();
  const [kubeconfig, setKubeconfig] = useState("");
  const [path, setPath] = useState("");
  const [draft, setDraft] = useState(emptyServer);
  const input: Record<AddTab, NewContext> = {
    paste: { kubeconfig, label: t("home.addDialog.pasted") },
    file: { path },
    server: { server: serverEntryOf(draft), label: t("home.addDialog.byAddress") },
  };
  const add = useClusterAction(
    async () => {
      await addContext(input[tab]);
      onClose();
    },
    () => t("home.done.added"),
    { quiet: true },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  const isEmpty = tab === "paste" ? kubeconfig.trim() === "" : tab === "file" ? path === "" : draft.server === "";
  const tabs = [
    {
      id: "paste",
      label: t("home.addDialog.paste"),
      content: (
        <TextArea
          label={t("home.addDialog.kubeconfig")}
          hint={t("home.addDialog.kubeconfigHint")}
          rows={12}
          value={kubeconfig}
          onChange={(event) => setKubeconfig(event.target.value)}
          data-testid="add-kubeconfig"
        />
      ),
    },
    {
      id: "file",
      label: t("home.addDialog.file"),
      content: (
        <TextField
          label={t("home.addDialog.path")}
          hint={t("home.addDialog.pathHint")}
          value={path}
          onChange={(event) => setPath(event.target.value)}
          data-testid="add-path"
        />
      ),
    },
    {
      id: "server",
      label: t("home.addDialog.server"),
      content: <ServerForm draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />,
    },
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("home.addDialog.title")}
      description={t("home.addDialog.text")}
      testId="add-dialog"
    >
      <form noValidate className="formStack addForm" onSubmit={submit}>
        <Tabs
          tabs={tabs}
          current={tab}
          onChange={(next) => (isAddTab(next) ? onTab(next) : undefined)}
          label={t("home.addDialog.title")}
        />
        <ErrorNotice error={add.error} testId="add-error" />
        <div className="dialogActions">
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={isEmpty || add.isPending} data-testid="add-submit">
            {t("home.addDialog.submit")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
