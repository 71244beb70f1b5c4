/**
 * Viewing a cluster as another user: the page sends the identity to its host with every request. A page can neither
 * repeat a header nor set one on a WebSocket, so the identity is encoded as a single text, which the host translates
 * for the cluster.
 */

/** The header with the encoded identity. */
export const VIEW_AS_HEADER = "orrery-view-as";
/** The query parameter with the encoded identity for WebSockets; the host removes it. */
export const VIEW_AS_PARAMETER = "viewAs";

/**
 * The identity to act as. If there are no groups, the cluster adds those of service accounts and the group of
 * authenticated users.
 */
export interface ViewAs {
  readonly username: string;
  readonly groups: readonly string[];
}

/** Prefix of the placeholder user names for members of a group. */
const ANY_MEMBER = "any-member-of:";

/**
 * An identity that is only a member of a group. The API accepts groups only together with a user, so the identity has a
 * user name that no binding contains.
 */
export const anyMemberOf = (group: string): ViewAs => ({ username: `${ANY_MEMBER}${group}`, groups: [group] });

/** The group that an identity is a placeholder for; undefined for real users. */
export function viewedGroup({ username, groups }: ViewAs): string | undefined {
  const [group] = groups;
  return group !== undefined && groups.length === 1 && username === `${ANY_MEMBER}${group}` ? group : undefined;
}

const MAX_LENGTH = 8192;

/** Encodes an identity as one line of ASCII for {@link decodeViewAs}. */
export const encodeViewAs = (viewAs: ViewAs): string =>
  encodeURIComponent(JSON.stringify({ username: viewAs.username, groups: viewAs.groups }));

/** Decodes an identity; undefined for a text that {@link encodeViewAs} did not produce. */
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

/** Whether a name can be sent in a header: not empty, on one line. */
const isName = (value: unknown): value is string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
  typeof value === "string" && value.trim() === value && value !== "" && !/[\u0000-\u001f\u007f]/.test(value);
