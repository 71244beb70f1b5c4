/**
 * Viewing a cluster as another user: what the console's page tells its host with every request. A page can neither
 * repeat a header nor set one on a WebSocket, so the whole identity travels as one text, and the host spells it out for
 * the cluster.
 */

/** The header that carries the text on requests. */
export const VIEW_AS_HEADER = "orrery-view-as";
/** The query parameter that carries it on WebSockets; the host takes it off. */
export const VIEW_AS_PARAMETER = "viewAs";

/**
 * The identity to act as. Without groups, the cluster adds those of service accounts, and the group of authenticated
 * users.
 */
export interface ViewAs {
  readonly username: string;
  readonly groups: readonly string[];
}

/** Names of stand-ins for the members of a group. */
const ANY_MEMBER = "any-member-of:";

/**
 * An identity that is a member of a group and nothing else. The API takes groups only together with a user, so a group
 * is viewed as a user whom no binding names.
 */
export const anyMemberOf = (group: string): ViewAs => ({ username: `${ANY_MEMBER}${group}`, groups: [group] });

/** The group whose stand-in an identity is; undefined for real users. */
export function viewedGroup({ username, groups }: ViewAs): string | undefined {
  const [group] = groups;
  return group !== undefined && groups.length === 1 && username === `${ANY_MEMBER}${group}` ? group : undefined;
}

const MAX_LENGTH = 8192;

/** One line of ASCII that {@link decodeViewAs} reads. */
export const encodeViewAs = (viewAs: ViewAs): string =>
  encodeURIComponent(JSON.stringify({ username: viewAs.username, groups: viewAs.groups }));

/** The identity that a text stands for; undefined for a text that no page of ours has written. */
export function decodeViewAs(text: string): ViewAs | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const { username, groups } = JSON.parse(decodeURIComponent(text)) as Partial<ViewAs>;
    if (!isName(username) || !Array.isArray(groups) || !groups.every(isName)) return undefined;
    return { username, groups };
  } catch {
    return undefined;
  }
}

/** A name that a header can hold: not empty, on one line. */
const isName = (value: unknown): value is string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
  typeof value === "string" && value.trim() === value && value !== "" && !/[\u0000-\u001f\u007f]/.test(value);
