import { useTranslation } from "react-i18next";
import { messageOf } from "../../shared/text/messageOf.ts";
import { useToast } from "./layers/Toast.tsx";

/**
 * Copies a text and reports success or the reason of a failure: a browser may refuse it, and supports it on secure
 * pages only.
 */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  const toast = useToast();
  return (text) => {
    copyText(text).then(
      () => toast(t("app.copied")),
      (error: unknown) => toast(messageOf(error), "bad"),
    );
  };
}

async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
