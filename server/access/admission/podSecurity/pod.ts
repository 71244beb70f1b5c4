import type { ApiObject } from "../../../../shared/object.ts";

export interface Profile {
  readonly type?: string;
}
export interface SeLinuxOptions {
  readonly type?: string;
  readonly user?: string;
  readonly role?: string;
}
export interface Capabilities {
  readonly add?: readonly string[];
  readonly drop?: readonly string[];
}
/** Settings that pods and containers have in common. */
export interface SharedContext {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number | bigint;
  readonly seLinuxOptions?: SeLinuxOptions;
  readonly seccompProfile?: Profile;
  readonly appArmorProfile?: Profile;
  readonly windowsOptions?: { readonly hostProcess?: boolean };
}
export interface ContainerContext extends SharedContext {
  readonly allowPrivilegeEscalation?: boolean;
  readonly privileged?: boolean;
  readonly procMount?: string;
  readonly capabilities?: Capabilities;
}
export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly ports?: readonly { readonly hostPort?: number }[];
  readonly securityContext?: ContainerContext;
}
export interface Volume {
  readonly name: string;
  readonly [source: string]: unknown;
}
export interface PodSpec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  readonly runtimeClassName?: string;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly hostUsers?: boolean;
  readonly os?: { readonly name?: string };
  readonly securityContext?: SharedContext & { readonly sysctls?: readonly { readonly name: string }[] };
}

/** A pod or a pod template. */
export interface PodLike {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

/** All containers of a pod in the order in which they start. */
export const containersOf = ({
  initContainers = [],
  containers = [],
  ephemeralContainers = [],
}: PodSpec): Container[] => [...initContainers, ...containers, ...ephemeralContainers];

/** The names of the containers for which the predicate is true. */
export const namesWhere = (spec: PodSpec, fits: (context: ContainerContext) => boolean): string[] =>
  containersOf(spec).flatMap(({ name, securityContext }) => (fits(securityContext ?? {}) ? [name] : []));

interface TemplateShape {
  readonly metadata?: ApiObject["metadata"];
  readonly spec?: PodSpec;
}

const podLike = (template: TemplateShape | undefined): PodLike | undefined =>
  template === undefined || template === null
    ? undefined
    : { annotations: template.metadata?.annotations ?? {}, spec: template.spec ?? {} };

export const podOf = (pod: ApiObject): PodLike => ({ annotations: {}, spec: {}, ...podLike(pod as TemplateShape) });

interface ControllerShape {
  readonly template?: TemplateShape;
  readonly spec?: {
    readonly template?: TemplateShape;
    readonly jobTemplate?: { readonly spec?: ControllerShape["spec"] };
  };
}

/** The pod or pod template in an object, by resource; undefined when it has none. */
export function templateOf(resource: string, object: ApiObject): PodLike | undefined {
  const { template, spec } = object as ControllerShape;
  if (resource === "podtemplates") return podLike(template);
  return podLike(resource === "cronjobs" ? spec?.jobTemplate?.spec?.template : spec?.template);
}
