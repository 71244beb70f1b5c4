import { useTranslation } from "react-i18next";
import { CheckLine } from "../../ui/forms/CheckLine.tsx";
import { Select } from "../../ui/forms/Select.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import type { LoginKind, ServerDraft } from "./serverDraft.ts";

export interface ServerFormProps {
  draft: ServerDraft;
  onChange(change: Partial<ServerDraft>): void;
}

/** The fields of a server: its address, the trusted authority, and the login. */
export function ServerForm({ draft, onChange }: ServerFormProps) {
  const { t } = useTranslation();
  const line = (field: "name" | "server" | "proxy" | "issuer" | "clientId", label: string, placeholder = "") => (
    <TextField
      label={t(label)}
      value={draft[field]}
      placeholder={placeholder}
      onChange={(event) => onChange({ [field]: event.target.value })}
      data-testid={`server-${field}`}
    />
  );
  const secret = (field: "token" | "clientSecret", label: string) => (
    <TextField
      label={t(label)}
      type="password"
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      data-testid={`server-${field}`}
    />
  );
  const area = (field: "ca" | "cert" | "key", label: string) => (
    <TextArea
      label={t(label)}
      rows={3}
      value={draft[field]}
      disabled={field === "ca" && draft.insecure}
      onChange={(event) => onChange({ [field]: event.target.value })}
      data-testid={`server-${field}`}
    />
  );
  const logins: { value: LoginKind; label: string }[] = [
    { value: "token", label: t("home.addDialog.byToken") },
    { value: "certificate", label: t("home.addDialog.byCertificate") },
    { value: "oidc", label: t("home.addDialog.byOidc") },
  ];
  return (
    <div className="formStack">
      {line("server", "home.addDialog.address", "https://")}
      {line("name", "home.addDialog.name", t("home.addDialog.optional"))}
      {area("ca", "home.addDialog.ca")}
      <CheckLine checked={draft.insecure} onChange={(insecure) => onChange({ insecure })}>
        {t("home.addDialog.insecure")}
      </CheckLine>
      <Select
        label={t("home.addDialog.login")}
        value={draft.login}
        onChange={(value) => onChange({ login: value as LoginKind })}
        options={logins}
        testId="server-login"
      />
      {draft.login === "token" ? secret("token", "home.addDialog.token") : null}
      {draft.login === "certificate" ? (
        <>
          {area("cert", "home.addDialog.cert")}
          {area("key", "home.addDialog.key")}
        </>
      ) : null}
      {draft.login === "oidc" ? (
        <>
          {line("issuer", "home.addDialog.issuer", "https://")}
          {line("clientId", "home.addDialog.clientId")}
          {secret("clientSecret", "home.addDialog.clientSecret")}
        </>
      ) : null}
      {line("proxy", "home.addDialog.proxy", t("home.addDialog.optional"))}
    </div>
  );
}
