import type { CSIDriver, CSIDriverSpec, TokenRequest } from "kubernetes-types/storage/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { textList } from "../../../ground/formats/wording/goText.ts";
import { type Features, isOn } from "../../registry/features.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { raiseGeneration, specDiffers } from "../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";

const MODES = ["Persistent", "Ephemeral"];
const GROUP_POLICIES = ["File", "None", "ReadWriteOnceWithFSType"];
/** The feature gate of `seLinuxMount`. */
const SELINUX_MOUNT = "SELinuxMountReadWriteOncePod";
/** Required members. Defaulting sets them, so only an explicit null leads to these errors. */
const NEEDED = ["attachRequired", "podInfoOnMount", "storageCapacity"] as const;
/** The path of `attachRequired` as the reference's messages spell it. */
const ATTACH_PATH = "spec.attachedRequired";
const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

/** The published types lack the last member. */
type Spec = CSIDriverSpec & { readonly seLinuxMount?: boolean };

function* driverErrors(context: WriteContext, object: ApiObject): Steps<FieldError[]> {
  const spec = (yield* decodedInSteps<CSIDriver>(object)).spec as Spec | undefined;
  const errors = NEEDED.filter((name) => spec?.[name] === undefined).map((name) =>
    required(name === "attachRequired" ? ATTACH_PATH : `spec.${name}`),
  );
  const policy = spec?.fsGroupPolicy;
  if (policy !== undefined && !GROUP_POLICIES.includes(policy)) {
    errors.push(notSupported("spec.fsGroupPolicy", policy, GROUP_POLICIES));
  }
  append(errors, yield* tokenRequestErrors(spec?.tokenRequests ?? [], "spec.tokenRequests"));
  const modes = errorsOfEach(spec?.volumeLifecycleModes, "", (mode) =>
    MODES.includes(mode) ? [] : [notSupported("spec.volumeLifecycleModes", mode, MODES)],
  );
  append(errors, yield* modes);
  const gated = isOn(context.features, SELINUX_MOUNT);
  if (gated && spec?.seLinuxMount === undefined) errors.push(required("spec.seLinuxMount"));
  return errors;
}

/** Audiences must be unique; the empty one is the cluster's own. Each token must be valid for at least ten minutes. */
function* tokenRequestErrors(requests: readonly Partial<TokenRequest>[], path: string): Steps<FieldError[]> {
  const audiences = new Set<string>();
  return yield* errorsOfEach(requests, path, ({ audience = "", expirationSeconds: seconds }, at) => {
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

/** How volumes attach is immutable, because nodes act on the values that they saw first. */
function* updateErrors(context: WriteContext, object: ApiObject, old: ApiObject): Steps<FieldError[]> {
  const now = (yield* decodedInSteps<CSIDriver>(object)).spec;
  const before = (yield* decodedInSteps<CSIDriver>(old)).spec;
  return [
    ...(yield* driverErrors(context, object)),
    ...validateImmutable(now?.attachRequired, before?.attachRequired, ATTACH_PATH),
    ...validateImmutable(
      now?.volumeLifecycleModes,
      before?.volumeLifecycleModes,
      "spec.volumeLifecycleModes",
      textList(now?.volumeLifecycleModes, "storage.VolumeLifecycleMode"),
    ),
  ];
}

/** Drops `seLinuxMount` while its feature is off, unless the stored driver already has it. */
function dropSELinuxMount(features: Features | undefined, object: ApiObject, old?: ApiObject): void {
  const member = (driver: ApiObject | undefined) => (driver?.["spec"] as Record<string, unknown> | undefined) ?? {};
  if (isOn(features, SELINUX_MOUNT) || (member(old)["seLinuxMount"] ?? undefined) !== undefined) return;
  delete member(object)["seLinuxMount"];
}

/** Rules of CSI drivers. A driver gets its first generation with its first change. */
export const csiDriverStrategy: Strategy = {
  returnsDeletedObject: true,
  allowUnconditionalUpdate: false,
  prepareForCreate: ({ features }, object) => dropSELinuxMount(features, object),
  *prepareForUpdate(context, object, old) {
    dropSELinuxMount(context.features, object, old);
    if (yield* specDiffers(context, object, old)) raiseGeneration(object, old);
  },
  validating: (context, object, old) =>
    old === undefined ? driverErrors(context, object) : updateErrors(context, object, old),
};
