/**
 * The only code that sends pushes: web push for browsers, a gateway for the app wrapper. Members supply the addresses,
 * so it only calls push services, follows no redirects and trusts no response.
 */
import { createECDH, hkdfSync } from 'node:crypto'

const CURVE = 'prime256v1'
const TIMEOUT_MS = 8_000
/** After a day, an undelivered push is stale. */
const KEPT_SECONDS = 86_400

/** Used by Chrome, Firefox, Safari and Edge; includes subdomains. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

export interface PushSettings {
  /** Hosts, including subdomains; in tests a full origin. */
  services: readonly string[]
  appGateway: { url: string; key: string | undefined } | undefined
  /** Contact address for push services. */
  contact: string
  keys: VapidKeys
}
export interface VapidKeys {
  publicKey: string
  privateKey: string
}
export interface Device {
  id: number
  kind: 'web' | 'app'
  endpoint: string
  p256dh: string | null
  auth: string | null
}
export interface Push {
  title: string
  body: string
  path: string
  count: number
}
export type PushOutcome = 'sent' | 'gone' | 'failed'

/**
 * The VAPID keys, derived from the server's secret: servers that share the secret share the keys, and there is nothing
 * else to store or lose. After a change of the secret, browsers must allow notifications again.
 */
export function vapidKeys(secret: string): VapidKeys {
  const curve = createECDH(CURVE)
  for (let attempt = 0; ; attempt++) {
    const scalar = Buffer.from(hkdfSync('sha256', secret, 'counterpart', `vapid ${attempt}`, 32))
    try {
      curve.setPrivateKey(scalar)
    } catch {
      // About one in four billion scalars is not valid on the curve.
      continue
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
  }
}

export function isPushService(endpoint: string, { services }: Pick<PushSettings, 'services'>): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, origin, username, port } = new URL(endpoint)
  if (username !== '') return false
  return services.some((service) =>
    service.includes('://')
      ? origin === service
      : protocol === 'https:' && port === '' && (hostname === service || hostname.endsWith(`.${service}`)),
  )
}

/** Sends to one device. The push service's response is not passed on; `gone` means never use the device again. */
export async function sendPush(settings: PushSettings, device: Device, push: Push): Promise<PushOutcome> {
  const request = device.kind === 'web' ? await webRequest(settings, device, push) : appRequest(settings, device, push)
  if (!request) return 'gone'
  try {
    const { status, body } = await fetch(request.url, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await body?.cancel()
    if (status === 404 || status === 410) return 'gone'
    return status >= 200 && status < 300 ? 'sent' : 'failed'
  } catch {
    return 'failed'
  }
}

interface PushRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | string
}

async function webRequest(settings: PushSettings, device: Device, push: Push): Promise<PushRequest | undefined> {
  // The allowed services may have been restricted since the device was registered.
  if (!isPushService(device.endpoint, settings)) return undefined
  const { default: webPush } = await import('web-push')
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh!, auth: device.auth! } },
    JSON.stringify(push),
    { vapidDetails: { subject: settings.contact, ...settings.keys }, TTL: KEPT_SECONDS, urgency: 'normal' },
  )
  return {
    url: endpoint,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body),
  }
}

function appRequest({ appGateway }: PushSettings, { endpoint }: Device, push: Push): PushRequest | undefined {
  if (!appGateway) return undefined
  return {
    url: appGateway.url,
    headers: {
      'content-type': 'application/json',
      ...(appGateway.key && { authorization: `Bearer ${appGateway.key}` }),
    },
    body: JSON.stringify({ token: endpoint, ...push }),
  }
}
