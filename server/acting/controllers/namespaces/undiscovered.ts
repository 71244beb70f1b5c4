import { isApiError } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import type { ApiService } from "../../../api/resources/apiregistration/apiService.ts";

/**
 * The group versions whose resources nobody can tell because the server that serves them is away, as `group/version`,
 * sorted. What a namespace holds of them is not known either.
 */
export async function undiscovered(client: Pick<ApiClient, "list">, vocabulary: Vocabulary): Promise<string[]> {
  const ref = { group: vocabulary.render("apiregistration.{domain}"), version: "v1", resource: "apiservices" };
  try {
    const { items } = await client.list(ref);
    return items
      .map((item) => narrow<ApiService>(item))
      .filter(isAway)
      .map(({ spec }) => `${spec?.group}/${spec?.version}`)
      .sort();
  } catch (error) {
    if (isApiError(error, "NotFound")) return [];
    throw error;
  }
}

const isAway = ({ spec, status }: ApiService): boolean =>
  spec?.service != null &&
  status?.conditions?.some((condition) => condition.type === "Available" && condition.status === "False") === true;
