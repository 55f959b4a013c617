/** Personal access tokens: what a member's own program may read. */
export const ACCESS_TOKEN_NAME = 60
export const ACCESS_TOKENS = 10
export const ACCESS_TOKEN_DAYS = [7, 30, 90, 365] as const
/** The API answers this many calls of a token in each minute. */
export const ACCESS_TOKEN_CALLS_A_MINUTE = 60
/** Secret scanners find tokens by their beginning. */
export const ACCESS_TOKEN_PREFIX = 'cpt_'

/** Each scope, with what it allows to read. */
export const ACCESS_TOKEN_SCOPES = {
  'discussions:read': 'Discussions and group replies that you can read',
  'directory:read': 'Profiles that you can find in the directory',
  'documents:read': 'Documents of your networks, and requests for documents',
  'events:read': 'Events of your networks',
  'experts:read': 'Experts, firms and software, with their recommendations',
  'profile:read': 'Your own profile and email address',
} as const

export type AccessTokenScope = keyof typeof ACCESS_TOKEN_SCOPES
export const isAccessTokenScope = (text: string): text is AccessTokenScope => Object.hasOwn(ACCESS_TOKEN_SCOPES, text)
