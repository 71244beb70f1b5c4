import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../../shared/status.ts";
import { useSingleMutation } from "../api/requests/useSingleMutation.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { learnUrl } from "../app/urls.ts";
import { readLink } from "../clusters/hostActions.ts";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/forms/Form.tsx";
import { TextField } from "../ui/forms/TextField.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";
import { takeScenario } from "./takeScenario.ts";

/** Opens a scenario whose file is on the web. */
export function LinkDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const navigate = useNavigate();
  const [link, setLink] = useState("");
  const open = useSingleMutation({
    mutationFn: async () => takeScenario(await readLink(link.trim())),
  });
  // Unlike the mutation's own callback, this one is not called once the dialog is closed.
  const submit = (): void => open.mutate(undefined, { onSuccess: (id) => navigate(learnUrl(cluster.id, id)) });
  const message = open.error?.message;
  return (
    <Dialog open onClose={onClose} title={t("learn.linkTitle")} description={t("learn.linkText")} testId="link-dialog">
      <Form className="formStack" onSubmit={submit}>
        <TextField
          label={t("learn.link")}
          hint={t("learn.linkHint")}
          type="url"
          required
          value={link}
          onChange={(event) => setLink(event.target.value)}
          data-testid="link-address"
        />
        {message === undefined ? null : (
          <p className="notice bad" role="alert" data-testid="link-trouble">
            {open.error instanceof ApiError ? message : t("files.scenarioWrong", { why: message })}
          </p>
        )}
        <div className="dialogActions">
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button type="submit" variant="primary" busy={open.isPending} data-testid="link-open">
            {t("learn.linkOpen")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
