/** What storage classes call who makes simulated disks. */
export const PROVISIONER = "simulation.orrery/disk";

/** What volumes and nodes call the driver of simulated disks: drivers are named like hosts. */
export const DRIVER = "disk.simulation.orrery";

/** The account under which simulated disks are made, grown, attached and deleted. */
export const DISK_ACCOUNT = "simulated-disks";

/** Keeps a volume until its disk is deleted. */
export const DISK_FINALIZER = "simulation.orrery/disk";

/** Keeps a claim of a node on a volume until the disk is detached. */
export const ATTACH_FINALIZER = "simulation.orrery/attached";
