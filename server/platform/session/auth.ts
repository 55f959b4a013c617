/** better-auth on our own tables: it checks passwords and creates sessions. Imported at first use. */
import type pg from 'pg'
import { hashPassword, verifyPassword } from './passwords.ts'

/** Our own code extends sessions, because it knows which of them end with the browser session. */
export const SESSION_DAYS = 30

export interface AuthOptions {
  pool: pg.Pool
  secret: string
  publicUrl: string
  secure: boolean
  /** Called for each password hash, both to store and to verify. */
  onHash: () => void
}

/** Over TLS, the `__Host-` prefix prevents any other host, even a subdomain, from setting this cookie. */
export const hostCookie = (secure: boolean, name: string) => `${secure ? '__Host-' : ''}counterpart.${name}`

export const SESSION_COOKIE = 'session_token'
export const cookieName = (secure: boolean) => hostCookie(secure, SESSION_COOKIE)

export type Auth = Awaited<ReturnType<typeof makeAuth>>

/** Our names for the tables and columns of better-auth. */
const TABLES = {
  user: {
    modelName: 'users',
    fields: {
      emailVerified: 'email_verified',
      image: 'profile_pic_url',
      createdAt: 'date_joined',
      updatedAt: 'updated_at',
    },
  },
  session: {
    modelName: 'sessions',
    expiresIn: SESSION_DAYS * 24 * 60 * 60,
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
}

export async function makeAuth({ pool, secret, publicUrl, secure, onHash }: AuthOptions) {
  const { betterAuth } = await import('better-auth')
  return betterAuth({
    database: pool,
    secret,
    baseURL: publicUrl,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Our rate limits are stricter and outside of better-auth: see accounts.routes.ts.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 10,
      password: {
        hash: (password) => (onHash(), hashPassword(password)),
        verify: (given) => (onHash(), verifyPassword(given)),
      },
    },
    ...TABLES,
    advanced: {
      database: { generateId: 'serial' },
      cookies: { session_token: { name: cookieName(secure) } },
      // It would prepend a weaker prefix to the name. The `secure` attribute is set below.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      ipAddress: { ipAddressHeaders: ['x-counterpart-address'] },
    },
  })
}
