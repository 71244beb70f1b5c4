import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { pluralKind, type ResourceType, spacedKind } from "../api/resourceType.ts";
import { NotFound } from "../app/Crashed.tsx";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { groupFromUrl, listUrl, objectUrl } from "../app/urls.ts";
import { Button } from "../ui/Button.tsx";
import { useToast } from "../ui/Toast.tsx";
import { createText } from "./applyRequest.ts";
import "./editor.css";
import { parseText } from "./editingText.ts";
import { useKindSchema } from "./kindSchema.ts";
import { RefusalNotice } from "./Notices.tsx";
import { templateFor } from "./template.ts";
import { useNewText } from "./useNewText.ts";
import { useTextProblem } from "./useTextProblem.ts";
import YamlEditor from "./YamlEditor.tsx";

const NO_MARKS: [] = [];

function Create({ type }: { type: ResourceType }) {
  const { t } = useTranslation();
  const { cluster, vocabulary, namespace } = useClusterScope();
  const navigate = useNavigate();
  const toast = useToast();
  const schema = useKindSchema(cluster.id, vocabulary, type);
  const base = useMemo(() => templateFor(type, namespace), [type, namespace]);
  const draft = useNewText(cluster.id, `new:${type.group}/${type.version}/${type.resource}/${namespace}`, base);
  const parsed = useMemo(() => parseText(draft.text), [draft.text]);
  const problem = useTextProblem(parsed);
  const create = useMutation({
    mutationFn: async () => {
      const wanted = parsed.ok && type.namespaced ? (parsed.object.metadata.namespace ?? (namespace || "default")) : "";
      // Kinds that cannot be patched (reviews, bindings) are only ever posted.
      const name = parsed.ok && type.verbs.includes("patch") ? parsed.object.metadata.name : undefined;
      const { group, version, resource } = type;
      return createText(cluster.id, { group, version, resource, namespace: wanted, name }, draft.text);
    },
    onSuccess: ({ body, warnings }) => {
      const { name = "", namespace: ns = "" } = body.metadata;
      draft.drop();
      toast(t("editor.created", { name }));
      for (const warning of warnings) toast(warning, "warn");
      // A review has no object to go to.
      navigate(name === "" ? listUrl(cluster.id, type) : objectUrl(cluster.id, type, { namespace: ns, name }));
    },
  });
  return (
    <>
      <div className="pageHead">
        <div className="crumbs">
          <Link to={listUrl(cluster.id, type, namespace)}>{spacedKind(pluralKind(type.kind, type.resource))}</Link>
          <span className="sep">/</span>
          <h1>{t("editor.createTitle", { kind: type.kind })}</h1>
        </div>
        <span className="faint">{t("editor.template")}</span>
        <span className="spacer" />
        <Button variant="quiet" onClick={() => navigate(listUrl(cluster.id, type, namespace))}>
          {t("app.cancel")}
        </Button>
        <Button
          variant="primary"
          disabled={create.isPending}
          refusal={problem}
          onClick={() => create.mutate()}
          data-testid="create-apply"
        >
          {t("editor.create")}
        </Button>
      </div>
      <div className="editor">
        <div className="editorNotices">{create.error === null ? null : <RefusalNotice error={create.error} />}</div>
        <div className="editorSplit">
          <YamlEditor
            name={`${cluster.id}/new/${type.group}/${type.resource}`}
            value={draft.text}
            revision={0}
            onChange={draft.setText}
            onApply={() => {
              if (problem === undefined && !create.isPending) create.mutate();
            }}
            schema={schema.data ?? null}
            marks={NO_MARKS}
          />
        </div>
      </div>
    </>
  );
}

/** A new object of a kind, from YAML. */
export function CreatePage() {
  const { types, discovering } = useClusterScope();
  const { group = "", version = "", resource = "" } = useParams();
  const type = types.find((e) => e.group === groupFromUrl(group) && e.version === version && e.resource === resource);
  if (type !== undefined) return <Create key={`${group}/${version}/${resource}`} type={type} />;
  return discovering ? <Loading /> : <NotFound />;
}
