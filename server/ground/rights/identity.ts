/** The user of a request, independent of the authentication method. */
export interface Identity {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

export const GROUP_AUTHENTICATED = "system:authenticated";
export const GROUP_UNAUTHENTICATED = "system:unauthenticated";
/** Members of this group pass every check before any authorizer is asked. */
export const GROUP_MASTERS = "system:masters";

/** The identity of requests without credentials. */
export const ANONYMOUS: Identity = {
  username: "system:anonymous",
  groups: [GROUP_UNAUTHENTICATED],
  extra: {},
};
