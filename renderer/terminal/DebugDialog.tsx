import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { GoneNotice } from "../app/GoneNotice.tsx";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/forms/Form.tsx";
import { Select } from "../ui/forms/Select.tsx";
import { TextField } from "../ui/forms/TextField.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";
import type { DebugRequest } from "./addDebugContainer.ts";

const NO_TARGET = "none";

export interface DebugDialogProps {
  open: boolean;
  pod: string;
  /** Whether the pod has been deleted. */
  gone: boolean;
  containers: readonly string[];
  onClose(): void;
  /** Adds the container; resolves when it has been added. */
  onAdd(request: DebugRequest): Promise<void>;
}

/** The form for a debug container to add to a pod. */
export function DebugDialog({ open, pod, gone, containers, onClose, onAdd }: DebugDialogProps) {
  const { t } = useTranslation();
  const [image, setImage] = useState("busybox");
  const [chosen, setChosen] = useState("");
  // Defaults to the first running container until the user chooses one.
  const target = chosen === "" ? (containers[0] ?? NO_TARGET) : chosen;
  const [error, setError] = useState<unknown>(null);
  const [isAdding, setAdding] = useState(false);
  const add = async (): Promise<void> => {
    setAdding(true);
    setError(null);
    try {
      await onAdd({ image: image.trim(), target: target === NO_TARGET ? "" : target });
      onClose();
    } catch (caught) {
      setError(caught);
    } finally {
      setAdding(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("terminal.debugTitle", { pod })}
      description={t("terminal.debugLead")}
      testId="debug-dialog"
    >
      <Form
        className="formStack"
        onSubmit={() => {
          void add();
        }}
      >
        <GoneNotice gone={gone} name={pod} />
        <TextField
          label={t("terminal.image")}
          value={image}
          onChange={(event) => setImage(event.target.value)}
          data-testid="debug-image"
        />
        <Select
          label={t("terminal.target")}
          value={target}
          onChange={setChosen}
          options={[
            ...containers.map((name) => ({ value: name, label: name })),
            { value: NO_TARGET, label: t("object.none") },
          ]}
        />
        <ErrorNotice error={error} />
        <div className="dialogActions">
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button
            variant="primary"
            type="submit"
            busy={isAdding}
            disabled={image.trim() === ""}
            refusal={gone ? t("object.deletedMeanwhile", { name: pod }) : undefined}
            data-testid="debug-add"
          >
            {t("terminal.debugAdd")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
