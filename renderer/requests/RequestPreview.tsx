import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { useCopy } from "../ui/useCopy.ts";
import { CommandText } from "./CommandText.tsx";
import "./RequestPreview.css";
import { ScrollRegion } from "../ui/ScrollRegion.tsx";

export interface RequestPreviewProps {
  /** One line per request. */
  curl: readonly string[];
  client: readonly string[];
}

const SHOWN = 12;

/** The requests that the console will send, as command lines that the user could run instead. */
export function RequestPreview({ curl, client }: RequestPreviewProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const [form, setForm] = useState<"curl" | "client">("client");
  const lines = form === "curl" ? curl : client;
  return (
    <div className="field">
      <div className="requestHead">
        <span className="fieldLabel">{t("browse.whatIsSent")}</span>
        <span className="spacer" />
        {(["client", "curl"] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={form === each ? "linkButton current" : "linkButton"}
            aria-pressed={form === each}
            onClick={() => setForm(each)}
          >
            {t(each === "curl" ? "browse.asCurl" : "browse.asClient")}
          </button>
        ))}
        <Button
          variant="quiet"
          icon="copy"
          aria-label={t("browse.copyText")}
          onClick={() => copy(lines.join("\n"))}
          data-testid="request-copy"
        />
      </div>
      <ScrollRegion as="pre" className="requestLine" data-testid="request-text">
        <CommandText>{lines.slice(0, SHOWN).join("\n")}</CommandText>
        {lines.length > SHOWN ? `\n… ${t("browse.andMore", { count: lines.length - SHOWN })}` : ""}
      </ScrollRegion>
    </div>
  );
}
