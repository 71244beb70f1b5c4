import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { useRefusal } from "../../access/refusals/useRefusal.ts";
import { pluralKind, type ResourceType, typeKey } from "../../api/resourceType.ts";
import { NotFound } from "../../app/Crashed.tsx";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Discovering } from "../../app/Discovering.tsx";
import { DiscoveryFailed } from "../../app/DiscoveryFailed.tsx";
import { GroupBeside } from "../../app/GroupBeside.tsx";
import { groupFromUrl, listUrl, objectUrl } from "../../app/urls.ts";
import { useNavigateIfCurrent } from "../../app/useNavigateIfCurrent.ts";
import { useWriteRefusal } from "../../app/useWriteRefusal.ts";
import { Button } from "../../ui/Button.tsx";
import { useToast } from "../../ui/layers/Toast.tsx";
import { SlowNotice } from "../../ui/SlowNotice.tsx";
import { DocumentResults, problemText } from "./DocumentResults.tsx";
import "../editor.css";
import { RefusalNotice, WarningNotice } from "../Notices.tsx";
import { kindSchemaOf } from "../schema/kindSchema.ts";
import { documentQuery } from "../schema/openApi.ts";
import { useTextSchema } from "../schema/useTextSchema.ts";
import YamlEditor from "../text/YamlEditor.tsx";
import { DropArea, FileButton } from "./FileSource.tsx";
import { type OpenedText, openedIn } from "./openedText.ts";
import { emptyTextFor, templateFor } from "./template.ts";
import { NotWaitedForError, targetOf, useCreation } from "./useCreation.ts";
import { useDocuments } from "./useDocuments.ts";
import { useNewText } from "./useNewText.ts";
import "../EditorNotices.css";

const NO_MARKS: [] = [];

function Create({ type, opened }: { type: ResourceType; opened: OpenedText | undefined }) {
  const { t } = useTranslation();
  const { cluster, namespace, types, vocabulary } = useClusterScope();
  const navigate = useNavigate();
  const goOn = useNavigateIfCurrent();
  const toast = useToast();
  const { data: openApi } = useQuery(documentQuery(cluster.id, type));
  const base = useMemo(() => {
    const found = openApi ? kindSchemaOf(openApi, type, vocabulary.extensionPrefix) : undefined;
    return templateFor(type, namespace, found?.initialFields());
  }, [type, namespace, openApi, vocabulary]);
  const draft = useNewText(cluster.id, `new:${type.group}/${type.version}/${type.resource}/${namespace}`, base, opened);
  const [revision, setRevision] = useState(0);
  const isUntouched = draft.text === base;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor shows another base, unless the user has typed
  useEffect(() => {
    if (isUntouched) setRevision((n) => n + 1);
  }, [base]);
  const { documents, isBehind } = useDocuments(draft.text, types);
  // A document without a kind is treated as one of the page's kind.
  const schema = useTextSchema([type, ...new Set(documents.flatMap((document) => document.type ?? []))]);
  const creation = useCreation(cluster.id, namespace);
  const broken = documents.find((document) => document.problem !== undefined);
  const readOnly = useWriteRefusal();
  // For other kinds, the server decides when the request is sent.
  const own = documents.every((document) => document.type === undefined || typeKey(document.type) === typeKey(type));
  const places = documents.flatMap((document) => targetOf(document, namespace) ?? []);
  const mayNotCreate = useRefusal(
    type,
    ["create"],
    places.map((place) => ({ namespace: place.namespace ?? "" })),
  );
  const problem =
    readOnly ??
    (own ? mayNotCreate : undefined) ??
    (isBehind ? t("editor.reading") : undefined) ??
    (documents.length === 0 ? t("editor.noObject") : broken === undefined ? undefined : problemText(broken, t));
  const only = creation.outcomes.length === 1 ? creation.outcomes[0] : undefined;
  const isAccepted =
    creation.isDryRun && creation.outcomes.length > 0 && creation.outcomes.every(({ state }) => state === "done");
  const replace = (text: string): void => {
    draft.setText(text);
    setRevision((n) => n + 1);
  };
  const create = async (): Promise<void> => {
    const { stored, warnings } = await creation.run(documents);
    if (stored.length < documents.length) return;
    draft.drop();
    const [first] = stored;
    const target = documents[0] === undefined ? undefined : documents[0].type;
    if (documents.length > 1 || first === undefined || target === undefined) return;
    const { name = "", namespace: ns = "" } = first.metadata;
    toast(t("editor.created", { name }));
    for (const warning of warnings) toast(warning, "warn");
    // A review creates no object to open.
    goOn(name === "" ? listUrl(cluster.id, target) : objectUrl(cluster.id, target, { namespace: ns, name }));
  };
  return (
    <>
      <div className="pageHead">
        <div className="crumbs">
          <Link to={listUrl(cluster.id, type, namespace)}>{pluralKind(type.kind, type.resource)}</Link>
          <GroupBeside type={type} />
          <span className="sep">/</span>
          <h1>{t("editor.createTitle", { kind: type.kind })}</h1>
        </div>
        <span className="spacer" />
        <FileButton onText={replace} />
        <Button onClick={() => replace(base)}>{t("write.start_template")}</Button>
        <Button onClick={() => replace(emptyTextFor(type, namespace))} data-testid="start-empty">
          {t("write.start_empty")}
        </Button>
        <Button variant="quiet" onClick={() => navigate(listUrl(cluster.id, type, namespace))}>
          {t("app.cancel")}
        </Button>
        <Button
          disabled={creation.busy}
          refusal={problem}
          onClick={() => void creation.run(documents, true)}
          data-testid="create-dry-run"
        >
          {t("editor.dryRun")}
        </Button>
        <Button
          variant="primary"
          disabled={creation.busy}
          refusal={problem}
          onClick={() => void create()}
          data-testid="create-apply"
        >
          {documents.length > 1 ? t("write.createMany", { count: documents.length }) : t("editor.create")}
        </Button>
      </div>
      <div className="editor">
        <div className="editorNotices">
          {problem === undefined ? (
            <p className="faint">
              {t(opened === undefined ? "editor.template" : "editor.checkText")} {t("write.dropHint")}
            </p>
          ) : (
            <p className="notice warn" role="status" data-testid="create-why">
              {problem}
            </p>
          )}
          {creation.busy ? <SlowNotice onCancel={creation.cancel} /> : null}
          {only?.error === undefined ? null : only.error instanceof NotWaitedForError ? (
            <p className="notice warn" role="status" data-testid="creation-abandoned">
              {t("waiting.unknown")}
            </p>
          ) : (
            <RefusalNotice
              error={only.error}
              attempt="create"
              onAgain={problem === undefined ? () => void create() : undefined}
            />
          )}
          {isAccepted ? (
            <p className="notice good" role="status" data-testid="dry-run-good">
              {t("editor.dryRunGood", { count: creation.outcomes.length })}
            </p>
          ) : creation.isDryRun && only?.error !== undefined ? (
            <p className="notice warn" role="status">
              {t("editor.dryRunBad")}
            </p>
          ) : null}
          {creation.outcomes.length > 1 ? (
            <DocumentResults outcomes={creation.outcomes} isDryRun={creation.isDryRun} />
          ) : null}
          <WarningNotice warnings={creation.warnings} />
        </div>
        <DropArea onText={replace}>
          <YamlEditor
            name={`${cluster.id}/new/${type.group}/${type.resource}`}
            value={draft.text}
            revision={revision}
            onChange={(text) => {
              draft.setText(text);
              // The result of a dry run applies to the earlier text only.
              if (creation.isDryRun && !creation.busy) creation.clear();
            }}
            onApply={() => {
              if (problem === undefined && !creation.busy) void create();
            }}
            schema={schema}
            marks={NO_MARKS}
          />
        </DropArea>
      </div>
    </>
  );
}

/** The page to create objects of a kind from YAML. */
export function CreatePage() {
  const { types, discovering, undiscovered } = useClusterScope();
  const { group = "", version = "", resource = "" } = useParams();
  const opened = openedIn(useLocation().state);
  const type = types.find((e) => e.group === groupFromUrl(group) && e.version === version && e.resource === resource);
  if (type !== undefined)
    return <Create key={`${group}/${version}/${resource}/${opened?.id}`} type={type} opened={opened} />;
  if (undiscovered !== undefined) return <DiscoveryFailed {...undiscovered} />;
  return discovering ? <Discovering /> : <NotFound />;
}
