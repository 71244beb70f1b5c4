const NAMES: Readonly<Record<number, string>> = { 0: "root", 65534: "nobody" };

/** Whether a container's list of users knows a number. */
export const isNamedUser = (user: number): boolean => NAMES[user] !== undefined;

/** The name of a user; the number where it has none. */
export const nameOfUser = (user: number): string => NAMES[user] ?? String(user);
