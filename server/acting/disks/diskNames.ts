/** The provisioner name of simulated disks, in storage classes. */
export const PROVISIONER = "simulation.orrery/disk";

/** The driver name of simulated disks, in volumes and nodes; driver names have the form of host names. */
export const DRIVER = "disk.simulation.orrery";

/** The service account that creates, expands, attaches and deletes simulated disks. */
export const DISK_ACCOUNT = "simulated-disks";

/** The finalizer of a volume whose disk was not deleted yet. */
export const DISK_FINALIZER = "simulation.orrery/disk";

/** The finalizer of an attachment whose disk was not detached yet. */
export const ATTACH_FINALIZER = "simulation.orrery/attached";
