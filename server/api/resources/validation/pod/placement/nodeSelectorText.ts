import type { NodeSelectorRequirement, NodeSelectorTerm } from "kubernetes-types/core/v1";
import { quoted } from "../../../../../../shared/text/quoted.ts";
import { listOf, structList, structText, textList } from "../../../../../ground/formats/wording/goText.ts";

/** The terms of a node selector, as messages print them. */
export const nodeSelectorTermsText = (terms: readonly NodeSelectorTerm[] | undefined): string =>
  structList("core.NodeSelectorTerm", terms, nodeSelectorTermText);

/** One such term. */
export const nodeSelectorTermText = (term: NodeSelectorTerm): string =>
  structText("core.NodeSelectorTerm", {
    MatchExpressions: requirementsText(listOf(term, "matchExpressions")),
    MatchFields: requirementsText(listOf(term, "matchFields")),
  });

const requirementsText = (requirements: readonly NodeSelectorRequirement[] | undefined): string =>
  structList("core.NodeSelectorRequirement", requirements, (requirement) =>
    structText("core.NodeSelectorRequirement", {
      Key: quoted(requirement.key ?? ""),
      Operator: quoted(requirement.operator ?? ""),
      Values: textList(listOf(requirement, "values")),
    }),
  );
