/** What root may do and others may not: those of a kernel's capabilities that show in a simulated container. */
export const CAPABILITIES = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "NET_BIND_SERVICE", "NET_RAW"] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** A user, and what its container dropped of root's capabilities. */
export interface Holder {
  readonly user: number;
  readonly dropped?: readonly Capability[];
}

/** Whether a user has a capability: root has all that its container did not drop, others have none. */
export const holds = ({ user, dropped = [] }: Holder, capability: Capability): boolean =>
  user === 0 && !dropped.includes(capability);
