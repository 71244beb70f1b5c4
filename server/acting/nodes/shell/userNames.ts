const NAMES: Readonly<Record<number, string>> = { 0: "root", 65534: "nobody" };

/** Whether a user number has a name in a container's list of users. */
export const isNamedUser = (user: number): boolean => NAMES[user] !== undefined;

/** The name of a user, or else the number. */
export const nameOfUser = (user: number): string => NAMES[user] ?? String(user);
