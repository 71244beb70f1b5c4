import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSetting } from "../localSettings/store.ts";
import { TextField } from "../ui/forms/TextField.tsx";

export interface TypedName {
  /** Why the user may not confirm yet; undefined when they may. */
  refusal: string | undefined;
  text: string;
  onText(text: string): void;
  name: string;
}

/** A safeguard before data is lost: if the settings require it, the user has to type the name. */
export function useTypedName(name: string): TypedName {
  const { t } = useTranslation();
  const [confirm] = useSetting("confirmRequests");
  const [text, onText] = useState("");
  const refusal = confirm === "show" || text.trim() === name ? undefined : t("settings.typeName", { name });
  return { refusal, text, onText, name };
}

/** The field for the name; renders nothing when the settings do not require it. */
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
