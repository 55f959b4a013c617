/** better-auth on our own tables: it checks passwords and makes sessions. Loaded at the first use. */
import type pg from 'pg'
import { hashPassword, verifyPassword } from './passwords.ts'

/** They are prolonged by ours, which know which of them end with their browser. */
export const SESSION_DAYS = 30

export interface AuthOptions {
  pool: pg.Pool
  secret: string
  publicUrl: string
  secure: boolean
  /** At each password that is hashed, to keep or to compare. */
  onHash: () => void
}

/** Behind TLS a cookie that no other host, not even one below the same domain, can set. */
export const hostCookie = (secure: boolean, name: string) => `${secure ? '__Host-' : ''}counterpart.${name}`

export const SESSION_COOKIE = 'session_token'
export const cookieName = (secure: boolean) => hostCookie(secure, SESSION_COOKIE)

export type Auth = Awaited<ReturnType<typeof makeAuth>>

export async function makeAuth({ pool, secret, publicUrl, secure, onHash }: AuthOptions) {
  const { betterAuth } = await import('better-auth')
  return betterAuth({
    database: pool,
    secret,
    baseURL: publicUrl,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Ours are stricter and outside: see accounts.routes.ts.
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
    advanced: {
      database: { generateId: 'serial' },
      cookies: { session_token: { name: cookieName(secure) } },
      // It would put a weaker prefix before the name; the attribute stands below.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      ipAddress: { ipAddressHeaders: ['x-counterpart-address'] },
    },
  })
}
