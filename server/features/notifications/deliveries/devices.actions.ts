import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { clearCount, deleteDevice, trimDevices, upsertDevice } from './devices.sql.ts'
import { isPushService, type PushSettings } from './sender.ts'

const DEVICES = 20
const TOKEN_LENGTH = 1_000

export interface DeviceArgs {
  kind: 'web' | 'app'
  endpoint: string
  p256dh?: string | null
  auth?: string | null
}

/** Registers a browser or an app for push. Resolves to the device's id. */
export async function registerPushDevice(
  pool: pg.Pool,
  settings: PushSettings,
  { viewer, args }: Call<DeviceArgs>,
): Promise<number> {
  const { kind, endpoint } = args
  const keys = kind === 'web' ? [args.p256dh ?? null, args.auth ?? null] : [null, null]
  if (kind === 'app' && !settings.appGateway)
    throw problem('notifications.no_app', {
      message: 'Push isn’t set up for apps. You’ll still get notifications here and by email.',
      field: 'kind',
    })
  // The server will send requests to this address: accept push services only, never an address that a member chose.
  if (endpoint.length > TOKEN_LENGTH || (kind === 'web' && !isPushService(endpoint, settings)))
    throw problem('notifications.push_service', {
      message: 'This browser’s push service isn’t supported. You’ll still get notifications by email.',
      field: 'endpoint',
    })
  if (kind === 'web' && !areKeys(keys))
    throw problem('notifications.push_keys', {
      message: 'The browser didn’t provide usable keys. Allow notifications again.',
      field: 'p256dh',
    })
  const { rows } = await pool.query<{ id: number }>(
    upsertDevice({ userId: viewer.id, sessionId: viewer.session_id, kind, endpoint, p256dh: keys[0], auth: keys[1] }),
  )
  await pool.query(trimDevices({ userId: viewer.id, limit: DEVICES }))
  return rows[0]!.id
}

/** p256dh is an uncompressed point on the curve, auth is 16 random bytes. */
function areKeys([p256dh, auth]: (string | null)[]): boolean {
  const bytes = (text: string | null | undefined) => Buffer.from(text ?? '', 'base64url')
  return bytes(p256dh).length === 65 && bytes(p256dh)[0] === 4 && bytes(auth).length === 16
}

/** Resolves to the number of removed devices. */
export async function removePushDevice(pool: pg.Pool, { viewer, args }: Call<{ endpoint: string }>): Promise<number> {
  const { rowCount } = await pool.query(deleteDevice({ userId: viewer.id, endpoint: args.endpoint }))
  return rowCount ?? 0
}

/** Resolves to the push count, now 0. */
export async function clearPushCount(pool: pg.Pool, { viewer }: Call): Promise<number> {
  await pool.query(clearCount({ userId: viewer.id }))
  return 0
}
