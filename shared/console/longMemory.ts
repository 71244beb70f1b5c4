/** Default limits of the history of changes that a sandbox keeps. */
export const LONG_MEMORY = { hours: 24, megabytes: 64 } as const;

/** Allowed values; 0 hours turn the history off. */
export const LONG_MEMORY_BOUNDS = {
  hours: { min: 0, max: 2160 },
  megabytes: { min: 4, max: 65_536 },
} as const;
