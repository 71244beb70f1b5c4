import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Loading } from "../../app/Loading.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { listFlags } from "../hostActions.ts";
import type { FlagTexts } from "./flagTexts.ts";

/** The flags that a sandbox supports, in the server's order. */
export const useFlags = () =>
  useQuery({ queryKey: ["sandboxFlags"], queryFn: listFlags, staleTime: Number.POSITIVE_INFINITY });

export interface FlagFieldsProps {
  texts: FlagTexts;
  onChange(texts: FlagTexts): void;
  /** Flags that the user can no longer change. */
  fixed?: readonly string[];
}

const BOOLEANS = ["true", "false"];

/** A line for each flag that a sandbox supports, with its value and default. */
export function FlagFields({ texts, onChange, fixed = [] }: FlagFieldsProps) {
  const { t } = useTranslation();
  const flags = useFlags();
  if (flags.isPending) return <Loading />;
  if (flags.data === undefined) return <p className="notice bad">{flags.error.message}</p>;
  return (
    <div className="flagFields">
      {flags.data.map((flag) => (
        <TextField
          key={flag.name}
          label={`--${flag.name}`}
          hint={fixed.includes(flag.name) ? t("home.flags.fixed") : flag.about}
          className="mono"
          value={texts[flag.name] ?? ""}
          placeholder={flag.default || flag.argument}
          disabled={fixed.includes(flag.name)}
          suggestions={flag.argument === "[bool]" ? BOOLEANS : undefined}
          onChange={(event) => onChange({ ...texts, [flag.name]: event.target.value })}
          data-testid={`flag-${flag.name}`}
        />
      ))}
    </div>
  );
}
