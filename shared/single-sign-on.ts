/** Limits of single sign-on, shared by server and browser. */
export const PROVIDER_NAME_LENGTH = 80
export const ISSUER_LENGTH = 500
export const CLIENT_ID_LENGTH = 500
export const CLIENT_SECRET_LENGTH = 1_000
/** Of a network. */
export const PROVIDERS = 10
