import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { ShortcutList } from "./ShortcutList.tsx";

/** Every keyboard shortcut of the console. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={t("keys.title")} testId="shortcuts">
      <ShortcutList />
    </Dialog>
  );
}
