/**
 * Push notifications of the mobile app. The page requests its token; the app responds with the event `app:push`, whose
 * detail is `{ token }`, or null if the member has not allowed notifications. The app sends the same event when it
 * renews its token.
 */
import { RegisterPushDevice, RemovePushDevice } from '#api/operations.ts'
import { postToApp } from '#web/platform/app/app-bridge.ts'
import { GET } from '#web/platform/api/http.ts'
import { readString, writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import { execute } from '#web/platform/api/operations.ts'
import type { DeviceState } from '#web/platform/app/push-state.ts'

export const APP_PUSH_EVENT = 'app:push'
/** The device may first ask the member for permission. An app that does not know the message never responds. */
export const ANSWER_WITHIN_MS = 60_000

type Answer = string | null | undefined

const tokenOf = (event: Event): string | null => {
  const { detail } = event as CustomEvent<{ token?: unknown } | null>
  return typeof detail?.token === 'string' && detail.token !== '' ? detail.token : null
}

/** The token; null if not allowed, undefined if the app did not respond. */
function askToken(): Promise<Answer> {
  return new Promise((resolve) => {
    const end = (answer: Answer) => {
      clearTimeout(timer)
      removeEventListener(APP_PUSH_EVENT, hear)
      resolve(answer)
    }
    const hear = (event: Event) => end(tokenOf(event))
    const timer = setTimeout(() => end(undefined), ANSWER_WITHIN_MS)
    addEventListener(APP_PUSH_EVENT, hear)
    postToApp({ type: 'push', value: 'ask' })
  })
}

const register = (endpoint: string) => execute(RegisterPushDevice, { kind: 'app', endpoint })

export async function appPushState(memberId: number): Promise<DeviceState> {
  const [answer, error] = await GET<{ data: { calls_apps: boolean } }>('/notifications/push-key')
  if (error) throw error
  if (!answer.data.calls_apps) return 'unsupported'
  return readString(STORAGE_KEYS.push) === String(memberId) ? 'on' : 'off'
}

export async function enableAppPush(memberId: number): Promise<DeviceState> {
  const token = await askToken()
  if (token === undefined) return 'silent'
  if (token === null) return 'blocked'
  await register(token)
  writeString(STORAGE_KEYS.push, String(memberId))
  return 'on'
}

/** Requests the token again, and registers every token that the app sends from now on. */
export function refreshAppPush(): void {
  addEventListener(APP_PUSH_EVENT, (event) => {
    const token = tokenOf(event)
    // After sign-out, register nothing.
    if (token !== null && readString(STORAGE_KEYS.push)) void register(token).catch(() => {})
  })
  postToApp({ type: 'push', value: 'ask' })
}

export async function disableAppPush(): Promise<DeviceState> {
  // First, so that the response to the request below registers nothing.
  const member = readString(STORAGE_KEYS.push) ?? ''
  writeString(STORAGE_KEYS.push, '')
  try {
    const token = await askToken()
    if (token) await execute(RemovePushDevice, { endpoint: token })
    return 'off'
  } catch (error) {
    writeString(STORAGE_KEYS.push, member)
    throw error
  }
}
