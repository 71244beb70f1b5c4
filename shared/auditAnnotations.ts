/** Annotations of audit events that only a sandbox has: the server writes them, the console reads them. */

/** Names the changes that caused a write. */
export const CAUSE_ANNOTATION = "simulation.orrery/causes";

/** Names the change that a write made. */
export const STORED_ANNOTATION = "simulation.orrery/stored";

/** Begins the annotations that name the fields that a plugin of admission changed; the plugin's name follows. */
export const ADMISSION_ANNOTATION = "admission.simulation.orrery/";
