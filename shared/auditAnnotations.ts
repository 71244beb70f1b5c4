/** Audit annotations that only sandboxes have: the server writes them, and the console reads them. */

/** Names the changes that caused a write. */
export const CAUSE_ANNOTATION = "simulation.orrery/causes";

/** Names the change that a write made. */
export const STORED_ANNOTATION = "simulation.orrery/stored";

/** Prefix of the annotations that list the fields changed by an admission plugin; the plugin's name follows. */
export const ADMISSION_ANNOTATION = "admission.simulation.orrery/";
