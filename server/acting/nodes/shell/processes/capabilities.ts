/** A kernel's capabilities, in the order of their numbers. */
const NAMES = [
  ...["CHOWN", "DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID", "SETPCAP"],
  ...["LINUX_IMMUTABLE", "NET_BIND_SERVICE", "NET_BROADCAST", "NET_ADMIN", "NET_RAW", "IPC_LOCK", "IPC_OWNER"],
  ...["SYS_MODULE", "SYS_RAWIO", "SYS_CHROOT", "SYS_PTRACE", "SYS_PACCT", "SYS_ADMIN", "SYS_BOOT", "SYS_NICE"],
  ...["SYS_RESOURCE", "SYS_TIME", "SYS_TTY_CONFIG", "MKNOD", "LEASE", "AUDIT_WRITE", "AUDIT_CONTROL", "SETFCAP"],
  ...["MAC_OVERRIDE", "MAC_ADMIN", "SYSLOG", "WAKE_ALARM", "BLOCK_SUSPEND", "AUDIT_READ", "PERFMON", "BPF"],
  "CHECKPOINT_RESTORE",
] as const;
export type Capability = (typeof NAMES)[number];

/** All of them. */
export const CAPABILITIES: readonly Capability[] = NAMES;

/** Those that runtimes give to containers that ask for nothing else. */
export const USUAL_CAPABILITIES: readonly Capability[] = [
  ...(["AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE"] as const),
  ...(["NET_RAW", "SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT"] as const),
];

/** A user, and what its container leaves root of its capabilities; absent for the usual ones. */
export interface Holder {
  readonly user: number;
  readonly capabilities?: readonly Capability[];
}

/** Whether a user has a capability: root has all that its container leaves it, others have none. */
export const holds = ({ user, capabilities = USUAL_CAPABILITIES }: Holder, capability: Capability): boolean =>
  user === 0 && capabilities.includes(capability);

/** Capabilities as a kernel shows them: a bit for each, in sixteen digits. */
export const capabilityMask = (capabilities: readonly Capability[]): string =>
  CAPABILITIES.reduce((mask, each, i) => (capabilities.includes(each) ? mask | (1n << BigInt(i)) : mask), 0n)
    .toString(16)
    .padStart(16, "0");
