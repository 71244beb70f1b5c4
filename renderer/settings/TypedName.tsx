import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSetting } from "../localSettings/store.ts";
import { TextField } from "../ui/TextField.tsx";

export interface TypedName {
  /** Why it may not be confirmed yet; undefined when it may. */
  refusal: string | undefined;
  text: string;
  onText(text: string): void;
  name: string;
}

/** Care before something is lost: when the settings ask for it, its name has to be typed. */
export function useTypedName(name: string): TypedName {
  const { t } = useTranslation();
  const [confirm] = useSetting("confirmRequests");
  const [text, onText] = useState("");
  const refusal = confirm === "show" || text.trim() === name ? undefined : t("settings.typeName", { name });
  return { refusal, text, onText, name };
}

/** Where the name is typed; nothing when the settings do not ask for it. */
export function TypedNameField({ typed }: { typed: TypedName }) {
  const { t } = useTranslation();
  const [confirm] = useSetting("confirmRequests");
  if (confirm === "show") return null;
  return (
    <TextField
      label={t("settings.typeName", { name: typed.name })}
      value={typed.text}
      onChange={(event) => typed.onText(event.target.value)}
      data-testid="typed-name"
    />
  );
}
