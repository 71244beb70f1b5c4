/** Rules of a pod's DNS settings. */

import type { HostAlias, PodDNSConfig } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, required } from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { validateAddress } from "../../../../ground/formats/addresses/addresses.ts";
import { checkSearchDomain, invalidBy } from "../../../../ground/formats/names/names.ts";
import { invalidText, textList } from "../../../../ground/formats/wording/goText.ts";
import { isOn } from "../../../registry/features.ts";
import type { PodRules } from "./podRules.ts";

const MAX_SERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARACTERS = 2048;

/** Field errors of a pod's DNS configuration. */
export function* validateDnsConfig(
  config: PodDNSConfig | undefined | null,
  policy: string | undefined,
  path: string,
  rules: PodRules,
): Steps<FieldError[]> {
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
  append(errors, yield* errorsOfEach(servers, child(path, "nameservers"), validateAddress));
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
  const isRelaxed = isOn(rules.features, "RelaxedDNSSearchValidation");
  const ofSearches = errorsOfEach(searches, child(path, "searches"), (search, at) => {
    if (isRelaxed && search === ".") return [];
    const name = search.endsWith(".") ? search.slice(0, -1) : search;
    return invalidBy(at, name, isRelaxed ? checkSearchDomain(name) : checkSubdomain(name));
  });
  append(errors, yield* ofSearches);
  const ofOptions = errorsOfEach(config.options, child(path, "options"), ({ name }, at) =>
    (name ?? "") === "" ? [required(at, "must not be empty")] : [],
  );
  return [...errors, ...(yield* ofOptions)];
}

/** Field errors of additional lines of the pod's hosts file. */
export function validateHostAliases(
  aliases: readonly HostAlias[] | undefined | null,
  path: string,
): Steps<FieldError[]> {
  return errorsWithin(aliases, path, function* ({ ip, hostnames }, at) {
    return [
      ...validateAddress(ip ?? "", child(at, "ip")),
      ...(yield* errorsOfEach(hostnames, child(at, "hostnames"), (name, hostname) =>
        invalidBy(hostname, name, checkSubdomain(name)),
      )),
    ];
  });
}
