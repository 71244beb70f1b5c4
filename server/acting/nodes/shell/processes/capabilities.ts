/** The kernel's capabilities, in numerical order. */
const NAMES = [
  ...["CHOWN", "DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID", "SETPCAP"],
  ...["LINUX_IMMUTABLE", "NET_BIND_SERVICE", "NET_BROADCAST", "NET_ADMIN", "NET_RAW", "IPC_LOCK", "IPC_OWNER"],
  ...["SYS_MODULE", "SYS_RAWIO", "SYS_CHROOT", "SYS_PTRACE", "SYS_PACCT", "SYS_ADMIN", "SYS_BOOT", "SYS_NICE"],
  ...["SYS_RESOURCE", "SYS_TIME", "SYS_TTY_CONFIG", "MKNOD", "LEASE", "AUDIT_WRITE", "AUDIT_CONTROL", "SETFCAP"],
  ...["MAC_OVERRIDE", "MAC_ADMIN", "SYSLOG", "WAKE_ALARM", "BLOCK_SUSPEND", "AUDIT_READ", "PERFMON", "BPF"],
  "CHECKPOINT_RESTORE",
] as const;
export type Capability = (typeof NAMES)[number];

/** All capabilities. */
export const CAPABILITIES: readonly Capability[] = NAMES;

/** The capabilities that runtimes give to containers by default. */
export const USUAL_CAPABILITIES: readonly Capability[] = [
  ...(["AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE"] as const),
  ...(["NET_RAW", "SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT"] as const),
];

/** A user, and the capabilities of root in its container; absent for the default ones. */
export interface Holder {
  readonly user: number;
  readonly capabilities?: readonly Capability[];
}

/** Whether a user has a capability: root has those of its container, other users have none. */
export const holds = ({ user, capabilities = USUAL_CAPABILITIES }: Holder, capability: Capability): boolean =>
  user === 0 && capabilities.includes(capability);

/** Capabilities in the kernel's format: a bit for each, in sixteen hexadecimal digits. */
export const capabilityMask = (capabilities: readonly Capability[]): string =>
  CAPABILITIES.reduce((mask, each, i) => (capabilities.includes(each) ? mask | (1n << BigInt(i)) : mask), 0n)
    .toString(16)
    .padStart(16, "0");
