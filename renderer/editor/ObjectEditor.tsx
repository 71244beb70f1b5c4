import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { ApiObject } from "../../shared/object.ts";
import { resourcePath } from "../../shared/resourcePath.ts";
import { request } from "../api/requests/request.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { RefusalNotice } from "./Notices.tsx";
import { PartChoice } from "./PartChoice.tsx";
import { PartEditor } from "./PartEditor.tsx";
import type { EditedPart } from "./writeWays.ts";

export interface ObjectEditorProps {
  object: ApiObject;
  type: ResourceType;
  /** Whether the object was deleted; `object` is then its last state. */
  gone: boolean;
  /** Called when the server has responded to a write. */
  onChanged(): void;
}

/** The YAML of an object, or of a part of it that is written through a subresource; the address determines which. */
export function ObjectEditor({ object, type, gone, onChanged }: ObjectEditorProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const [params, setParams] = useSearchParams();
  const parts: EditedPart[] = [
    "",
    ...(["status", "scale"] as const).filter((each) => type.subresources.includes(each)),
  ];
  const wanted = (params.get("part") ?? "") as EditedPart;
  const part = parts.includes(wanted) ? wanted : "";
  const { namespace = "", name = "", resourceVersion } = object.metadata;
  const { group, version, resource } = type;
  const locator = { group, version, resource, namespace, name, ...(part === "" ? {} : { subresource: part }) };
  // The scale is a separate object, refetched with every revision of the scaled object.
  const scale = useQuery({
    queryKey: ["scale", cluster.id, resourcePath(locator), resourceVersion],
    queryFn: async ({ signal }) => (await request<ApiObject>(cluster.id, { path: resourcePath(locator), signal })).body,
    enabled: part === "scale",
    placeholderData: (previous) => previous,
  });
  const choose = (next: EditedPart): void => setParams(next === "" ? {} : { part: next }, { replace: true });
  const edited = part === "scale" ? scale.data : object;
  if (edited === undefined) {
    return (
      <div className="editor">
        <div className="editorBar">
          <PartChoice part={part} parts={parts} onPart={choose} />
        </div>
        {scale.error === null ? (
          <Loading text={t("app.loading")} />
        ) : (
          <RefusalNotice error={scale.error} attempt="read" />
        )}
      </div>
    );
  }
  return (
    <PartEditor
      key={part}
      object={edited}
      type={type}
      locator={locator}
      part={part}
      parts={parts}
      gone={gone}
      onPart={choose}
      onChanged={onChanged}
    />
  );
}
