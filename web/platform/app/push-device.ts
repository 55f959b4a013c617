/** Push notifications of this device: enabled only by a button, and disabled by the same one. */
import { RegisterPushDevice, RemovePushDevice } from '#api/operations.ts'
import { inTurn } from '#web/kit/in-turn.ts'
import { isInApp, postToApp } from '#web/platform/app/app-bridge.ts'
import { enableAppPush, appPushState, refreshAppPush, disableAppPush } from '#web/platform/app/app-push.ts'
import { GET } from '#web/platform/api/http.ts'
import { readString, writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import { execute } from '#web/platform/api/operations.ts'
import type { DeviceState } from '#web/platform/app/push-state.ts'

const WORKER = '/service-worker.js'

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** On for this member only: another member on the same device decides separately. */
export async function deviceState(memberId: number): Promise<DeviceState> {
  if (isInApp()) return appPushState(memberId)
  if (!canPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && readString(STORAGE_KEYS.push) === String(memberId) ? 'on' : 'off'
}

/** Asks for permission, then registers the subscription with the server. */
export async function enablePush(memberId: number): Promise<DeviceState> {
  if (isInApp()) return enableAppPush(memberId)
  if ((await Notification.requestPermission()) !== 'granted') return deviceState(memberId)
  const [answer, error] = await GET<{ data: { public_key: string } }>('/notifications/push-key')
  if (error) throw error
  await navigator.serviceWorker.register(WORKER)
  const registration = await navigator.serviceWorker.ready
  // A subscription made with another key would be rejected, so remove it.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: answer.data.public_key,
  })
  try {
    await register(made)
  } catch (refusal) {
    await made.unsubscribe()
    throw refusal
  }
  writeString(STORAGE_KEYS.push, String(memberId))
  return 'on'
}

const register = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON()
  return execute(RegisterPushDevice, {
    kind: 'web',
    endpoint: endpoint!,
    p256dh: keys?.['p256dh'] ?? null,
    auth: keys?.['auth'] ?? null,
  })
}

/** One after the other: a registration that overtook a removal would register the device for good. */
const TURN = 'push'

/** A subscription belongs to a session: register it again for a new session of the same member. */
export const refreshPush = async (): Promise<void> => (isInApp() ? refreshAppPush() : inTurn(TURN, registerAgain))

async function registerAgain(): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) await register(subscription)
}

export const disablePush = async (): Promise<DeviceState> => (isInApp() ? disableAppPush() : inTurn(TURN, unregister))

async function unregister(): Promise<DeviceState> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return 'off'
  await execute(RemovePushDevice, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
  writeString(STORAGE_KEYS.push, '')
  return 'off'
}

/** Clears the badge and the shown notifications: the member has seen them. */
export async function closeShownNotifications(): Promise<void> {
  postToApp({ type: 'badge', value: 0 })
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => {})
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}
