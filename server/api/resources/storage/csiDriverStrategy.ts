import type { CSIDriver, CSIDriverSpec, TokenRequest } from "kubernetes-types/storage/v1";
import { append } from "../../../../shared/append.ts";
import {
  child,
  duplicate,
  type FieldError,
  index,
  invalid,
  notSupported,
  required,
} from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { textList } from "../../../ground/formats/goText.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { raiseGeneration, specChanged } from "../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";

const MODES = ["Persistent", "Ephemeral"];
const GROUP_POLICIES = ["File", "None", "ReadWriteOnceWithFSType"];
/** Members that must be given; defaulting gives them, so that a client has to write null to see these errors. */
const NEEDED = ["attachRequired", "podInfoOnMount", "storageCapacity"] as const;
/** As messages name the first of them. */
const ATTACH_PATH = "spec.attachedRequired";
const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

/** The type package is older than the last member. */
type Spec = CSIDriverSpec & { readonly seLinuxMount?: boolean };

function validate(context: WriteContext, object: ApiObject): FieldError[] {
  const spec = decoded<CSIDriver>(object).spec as Spec | undefined;
  const errors = NEEDED.filter((name) => spec?.[name] === undefined).map((name) =>
    required(name === "attachRequired" ? ATTACH_PATH : `spec.${name}`),
  );
  const policy = spec?.fsGroupPolicy;
  if (policy !== undefined && !GROUP_POLICIES.includes(policy)) {
    errors.push(notSupported("spec.fsGroupPolicy", policy, GROUP_POLICIES));
  }
  append(errors, validateTokenRequests(spec?.tokenRequests ?? [], "spec.tokenRequests"));
  for (const mode of spec?.volumeLifecycleModes ?? []) {
    if (!MODES.includes(mode)) errors.push(notSupported("spec.volumeLifecycleModes", mode, MODES));
  }
  const gated = context.features?.enabled("SELinuxMountReadWriteOncePod") === true;
  if (gated && spec?.seLinuxMount === undefined) errors.push(required("spec.seLinuxMount"));
  return errors;
}

/** One token for each audience, and one for the cluster's own; each lasts ten minutes at least. */
function validateTokenRequests(requests: readonly Partial<TokenRequest>[], path: string): FieldError[] {
  const audiences = new Set<string>();
  return requests.flatMap(({ audience = "", expirationSeconds: seconds }, i) => {
    const at = index(path, i);
    if (audiences.has(audience)) return [duplicate(child(at, "audience"), audience)];
    audiences.add(audience);
    const secondsPath = child(at, "expirationSeconds");
    if (seconds !== undefined && seconds < MIN_SECONDS) {
      return [invalid(secondsPath, seconds, "may not specify a duration less than 10 minutes")];
    }
    if (seconds !== undefined && seconds > MAX_SECONDS) {
      return [invalid(secondsPath, seconds, "may not specify a duration larger than 2^32 seconds")];
    }
    return [];
  });
}

/** How volumes attach is fixed: nodes act on what they saw first. */
function validateUpdate(context: WriteContext, object: ApiObject, old: ApiObject): FieldError[] {
  const now = decoded<CSIDriver>(object).spec;
  const before = decoded<CSIDriver>(old).spec;
  return [
    ...validate(context, object),
    ...validateImmutable(now?.attachRequired, before?.attachRequired, ATTACH_PATH),
    ...validateImmutable(
      now?.volumeLifecycleModes,
      before?.volumeLifecycleModes,
      "spec.volumeLifecycleModes",
      textList(now?.volumeLifecycleModes, "storage.VolumeLifecycleMode"),
    ),
  ];
}

/** Rules of CSI drivers. Their generation begins with the first change. */
export const csiDriverStrategy: Strategy = {
  returnsDeletedObject: true,
  allowUnconditionalUpdate: false,
  prepareForUpdate(_context, object, old) {
    if (specChanged(object, old)) raiseGeneration(object, old);
  },
  validate,
  validateUpdate,
};
