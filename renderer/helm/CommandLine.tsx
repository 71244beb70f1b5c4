import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { useCopy } from "../ui/useCopy.ts";

/** A line for a terminal, to be read and copied. */
export function CommandLine({ line, label }: { line: string; label?: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <div className="commandLine" data-testid="command-line">
      <code>{line}</code>
      <Button
        variant="quiet"
        icon="copy"
        aria-label={label === undefined ? t("app.copy") : `${t("app.copy")}: ${label}`}
        onClick={() => copy(line)}
      />
    </div>
  );
}
