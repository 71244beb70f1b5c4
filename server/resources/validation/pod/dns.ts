/** Rules of a pod's name resolution. */

import type { HostAlias, PodDNSConfig } from "kubernetes-types/core/v1";
import { append } from "../../../../shared/append.ts";
import { child, type FieldError, index, invalid, required } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/qualifiedName.ts";
import { validateAddress } from "../addresses.ts";
import { invalidText, textList } from "../goText.ts";
import { invalidBy } from "../names.ts";

const MAX_SERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARACTERS = 2048;

/** Field errors of a pod's own resolver settings. */
export function validateDnsConfig(
  config: PodDNSConfig | undefined | null,
  policy: string | undefined,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const servers = config?.nameservers ?? [];
  if (policy === "None") {
    if (config === undefined || config === null) {
      return [required(path, "must provide `dnsConfig` when `dnsPolicy` is None")];
    }
    if (servers.length === 0) {
      return [
        required(child(path, "nameservers"), "must provide at least one DNS nameserver when `dnsPolicy` is None"),
      ];
    }
  }
  if (config === undefined || config === null) return errors;
  if (servers.length > MAX_SERVERS) {
    errors.push(
      invalidText(child(path, "nameservers"), textList(servers), `must not have more than ${MAX_SERVERS} nameservers`),
    );
  }
  for (const [i, server] of servers.entries()) {
    append(errors, validateAddress(server, index(child(path, "nameservers"), i)));
  }
  const searches = config.searches ?? [];
  if (searches.length > MAX_SEARCHES) {
    errors.push(
      invalidText(child(path, "searches"), textList(searches), `must not have more than ${MAX_SEARCHES} search paths`),
    );
  }
  if (searches.join(" ").length > MAX_SEARCH_CHARACTERS) {
    errors.push(
      invalidText(
        child(path, "searches"),
        textList(searches),
        `must not have more than ${MAX_SEARCH_CHARACTERS} characters (including spaces) in the search list`,
      ),
    );
  }
  for (const [i, search] of searches.entries()) {
    const name = search.endsWith(".") ? search.slice(0, -1) : search;
    append(errors, invalidBy(index(child(path, "searches"), i), name, checkSubdomain(name)));
  }
  for (const [i, option] of (config.options ?? []).entries()) {
    if ((option.name ?? "") === "") {
      errors.push(required(index(child(path, "options"), i), "must not be empty"));
    }
  }
  return errors;
}

/** Extra lines of the pod's hosts file. */
export function validateHostAliases(aliases: readonly HostAlias[] | undefined | null, path: string): FieldError[] {
  return (aliases ?? []).flatMap(({ ip, hostnames }, i) => [
    ...validateAddress(ip ?? "", child(index(path, i), "ip")),
    ...(hostnames ?? []).flatMap((name, j) =>
      checkSubdomain(name).map((message) => invalid(index(child(index(path, i), "hostnames"), j), name, message)),
    ),
  ]);
}
