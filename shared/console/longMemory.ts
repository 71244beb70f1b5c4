/** How long a sandbox remembers every change, where the user chose nothing else. */
export const LONG_MEMORY = { hours: 24, megabytes: 64 } as const;

/** What may be chosen; 0 hours remember nothing. */
export const LONG_MEMORY_BOUNDS = {
  hours: { min: 0, max: 2160 },
  megabytes: { min: 4, max: 65_536 },
} as const;
