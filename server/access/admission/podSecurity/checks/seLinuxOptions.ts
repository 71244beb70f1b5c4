import { type Check, type CheckPod, distinct, plural, quotedList, setters } from "../check.ts";
import { containersOf, namesWhere, type SeLinuxOptions } from "../pod.ts";

const TYPES = ["", "container_t", "container_init_t", "container_kvm_t"];

const check =
  (allowed: readonly string[]): CheckPod =>
  ({ spec }) => {
    const isBadType = ({ type = "" }: SeLinuxOptions): boolean => !allowed.includes(type);
    const isBad = (options: SeLinuxOptions | undefined): boolean =>
      options !== undefined && (isBadType(options) || Boolean(options.user) || Boolean(options.role));
    const ofPod = spec.securityContext?.seLinuxOptions;
    const by = setters(
      isBad(ofPod),
      namesWhere(spec, (context) => isBad(context.seLinuxOptions)),
    );
    if (by === "") return undefined;
    const all = [ofPod, ...containersOf(spec).map(({ securityContext }) => securityContext?.seLinuxOptions)].filter(
      (options) => options !== undefined,
    );
    const types = distinct(all.filter(isBadType).map(({ type = "" }) => type));
    const problems = [
      ...(types.length === 0 ? [] : [`${plural(types.length, "type")} ${quotedList(types)}`]),
      ...(all.some(({ user }) => user) ? ["user may not be set"] : []),
      ...(all.some(({ role }) => role) ? ["role may not be set"] : []),
    ];
    return {
      reason: "seLinuxOptions",
      detail: `${by} set forbidden securityContext.seLinuxOptions: ${problems.join("; ")}`,
    };
  };

/** Only types for containers are allowed; user and role must not be set. */
export const seLinuxOptions: Check = {
  id: "seLinuxOptions",
  level: "baseline",
  versions: [
    { since: 0, check: check(TYPES) },
    { since: 31, check: check([...TYPES, "container_engine_t"]) },
  ],
};
