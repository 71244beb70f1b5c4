import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from "kubernetes-types/flowcontrol/v1";
import { quoted } from "../../../../shared/text/quoted.ts";
import { pointer, structList, structText, textList } from "../../../ground/formats/wording/goText.ts";

/** The spec of a flow schema in Go syntax, as error messages about the whole spec print it. */
export const flowSchemaSpecText = (spec: Partial<FlowSchemaSpec> | undefined): string =>
  structText("flowcontrol.FlowSchemaSpec", {
    PriorityLevelConfiguration: structText("flowcontrol.PriorityLevelConfigurationReference", {
      Name: quoted(spec?.priorityLevelConfiguration?.name ?? ""),
    }),
    MatchingPrecedence: String(spec?.matchingPrecedence ?? 0),
    DistinguisherMethod: pointer("flowcontrol.FlowDistinguisherMethod", spec?.distinguisherMethod),
    Rules: structList("flowcontrol.PolicyRulesWithSubjects", spec?.rules, ruleText),
  });

const ruleText = (rule: Partial<PolicyRulesWithSubjects>): string =>
  structText("flowcontrol.PolicyRulesWithSubjects", {
    Subjects: structList("flowcontrol.Subject", rule.subjects, subjectText),
    ResourceRules: structList("flowcontrol.ResourcePolicyRule", rule.resourceRules, resourceRuleText),
    NonResourceRules: structList("flowcontrol.NonResourcePolicyRule", rule.nonResourceRules, pathRuleText),
  });

const subjectText = (subject: Subject): string =>
  structText("flowcontrol.Subject", {
    Kind: quoted(subject.kind),
    User: pointer("flowcontrol.UserSubject", subject.user),
    Group: pointer("flowcontrol.GroupSubject", subject.group),
    ServiceAccount: pointer("flowcontrol.ServiceAccountSubject", subject.serviceAccount),
  });

const resourceRuleText = (rule: Partial<ResourcePolicyRule>): string =>
  structText("flowcontrol.ResourcePolicyRule", {
    Verbs: textList(rule.verbs),
    APIGroups: textList(rule.apiGroups),
    Resources: textList(rule.resources),
    ClusterScope: String(rule.clusterScope ?? false),
    Namespaces: textList(rule.namespaces),
  });

const pathRuleText = (rule: Partial<NonResourcePolicyRule>): string =>
  structText("flowcontrol.NonResourcePolicyRule", {
    Verbs: textList(rule.verbs),
    NonResourceURLs: textList(rule.nonResourceURLs),
  });
