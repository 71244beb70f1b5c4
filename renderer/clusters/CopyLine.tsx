import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { useToast } from "../ui/Toast.tsx";
import "./CopyLine.css";

/** Copies a text and says so. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  const toast = useToast();
  return (text) => {
    navigator.clipboard.writeText(text).then(
      () => toast(t("app.copied")),
      (error: unknown) => toast(error instanceof Error ? error.message : String(error), "bad"),
    );
  };
}

/** A named line of text that can be copied; nothing for an empty one. */
export function CopyLine({ name, value, label }: { name: string; value: string; label: string }) {
  const copy = useCopy();
  if (value === "") return null;
  return (
    <div className="copyLine">
      <dt>{name}</dt>
      <dd>
        <span className="mono" title={value}>
          {value}
        </span>
        <Button variant="quiet" icon="copy" aria-label={label} onClick={() => copy(value)} />
      </dd>
    </div>
  );
}
