import { useTranslation } from "react-i18next";
import { CommandText } from "../requests/CommandText.tsx";
import { Button } from "../ui/Button.tsx";
import { useCopy } from "../ui/useCopy.ts";

/** A command line for a terminal, to read and copy. */
export function CommandLine({ line, label }: { line: string; label?: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <div className="commandLine" data-testid="command-line">
      <code>
        <CommandText>{line}</CommandText>
      </code>
      <Button
        variant="quiet"
        icon="copy"
        aria-label={label === undefined ? t("app.copy") : `${t("app.copy")}: ${label}`}
        onClick={() => copy(line)}
      />
    </div>
  );
}
