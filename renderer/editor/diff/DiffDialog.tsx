import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Loading } from "../../app/Loading.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import DiffView from "./DiffView.tsx";

export interface DiffDialogProps {
  title: string;
  text: string | undefined;
  before: string;
  after: string;
  onClose(): void;
  /** Whether the texts are still being read. */
  reading?: boolean;
  /** Content between the texts and the buttons. */
  children?: ReactNode;
  actions?: ReactNode;
  testId: string;
}

/** A comparison of two texts, with its actions. */
export function DiffDialog({
  title,
  text,
  before,
  after,
  reading = false,
  onClose,
  children,
  actions,
  testId,
}: DiffDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={title} description={text} wide testId={testId}>
      {children}
      {reading ? (
        <Loading text={t("editor.reading")} />
      ) : before === after ? (
        <p className="notice">{t("write.same")}</p>
      ) : (
        <DiffView before={before} after={after} />
      )}
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.close")}</Button>
        {actions}
      </div>
    </Dialog>
  );
}
