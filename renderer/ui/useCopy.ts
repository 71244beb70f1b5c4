import { useTranslation } from "react-i18next";
import { useToast } from "./layers/Toast.tsx";

/**
 * Returns a function that copies a text and shows whether that worked. A browser may refuse with a message that means
 * nothing to users, and supports copying on secure pages only.
 */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  const toast = useToast();
  return (text) => {
    copyText(text).then(
      () => toast(t("app.copied")),
      () => toast(t("app.notCopied"), "bad"),
    );
  };
}

async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
