import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { Button } from "../../ui/Button.tsx";
import { Section } from "../../ui/Section.tsx";
import { useDependents } from "./useDependents.ts";
import "./related.css";
import { RelatedGraph } from "./RelatedGraph.tsx";
import { RelatedList } from "./RelatedList.tsx";
import { relatedTree } from "./relatedTree.ts";
import { useAncestors } from "./useAncestors.ts";

/** The owners and dependents of the object, as a graph and as a list. */
export function Related({ object, type }: { object: ApiObject; type: ResourceType }) {
  const { t } = useTranslation();
  const [thorough, setThorough] = useState(false);
  const [asList, setAsList] = useState(false);
  const ancestors = useAncestors(object);
  const { uid = "", namespace = "" } = object.metadata;
  const search = useDependents({ type, uids: [uid], namespaces: [namespace] }, { enabled: true, thorough });
  const found = search.data?.dependents;
  const tree = useMemo(
    () => relatedTree(object, type, ancestors.data ?? [], found ?? []),
    [object, type, ancestors.data, found],
  );
  const alone = tree.children.length === 0 && tree.value.self;
  return (
    <Section title={t("views.related")} count={found?.length ?? 0}>
      <div data-testid="related">
        {alone ? (
          <p className="faint">
            {search.isFetching || ancestors.isFetching ? t("browse.searching") : t("views.alone")}
          </p>
        ) : asList ? (
          <RelatedList tree={tree} />
        ) : (
          <RelatedGraph tree={tree} />
        )}
        {(search.data?.unseen.length ?? 0) === 0 ? null : (
          <p className="faint">{t("browse.searchUnseen", { kinds: search.data?.unseen.join(", ") })}</p>
        )}
        <div className="relatedActions">
          {alone ? null : (
            <Button variant="quiet" aria-pressed={asList} onClick={() => setAsList(!asList)} data-testid="related-list">
              {t("views.asList")}
            </Button>
          )}
          {thorough ? null : (
            <Button variant="quiet" onClick={() => setThorough(true)} data-testid="related-all">
              {t("browse.searchAll")}
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}
