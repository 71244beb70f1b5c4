import { useTranslation } from "react-i18next";
import { useToast } from "./layers/Toast.tsx";

/**
 * Copies a text and says whether that worked: a browser may refuse it, in words that mean nothing to users, and supports
 * it on secure pages only.
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
