/**
 * The third-party analytics snippet, only with a write key. Calls made before its script has loaded are queued in an
 * array that the script drains; a script with a nonce inserts it, so `strict-dynamic` allows it. Most deployments have
 * no key, so it is a separate file.
 */
export const SNIPPET_VERSION = '5.2.0'
export const SNIPPET_ORIGIN = 'https://cdn.segment.com'

export interface Snippet {
  track(name: string, properties: object, options: object): unknown
  identify(id: string, traits: object): unknown
}
type WaitingCall = [method: string, ...args: unknown[]]
type WaitingSnippet = WaitingCall[] &
  Snippet & { SNIPPET_VERSION: string; _writeKey: string; load: () => void; invoked?: boolean }
interface SnippetWindow {
  analytics?: WaitingSnippet
}

const holder = (): SnippetWindow => window as unknown as SnippetWindow

export function loadSnippet(writeKey: string | null): void {
  if (!writeKey || holder().analytics) return
  const waiting = [] as unknown as WaitingSnippet
  waiting.SNIPPET_VERSION = SNIPPET_VERSION
  waiting._writeKey = writeKey
  waiting.invoked = true
  for (const method of [
    'track',
    'identify',
    'page',
    'group',
    'alias',
    'reset',
    'ready',
    'on',
    'once',
    'off',
  ] as const) {
    Object.assign(waiting, { [method]: (...args: unknown[]) => waiting.push([method, ...args]) })
  }
  waiting.load = () => {
    const script = document.createElement('script')
    script.async = true
    script.src = `${SNIPPET_ORIGIN}/analytics.js/v1/${encodeURIComponent(writeKey)}/analytics.min.js`
    document.head.append(script)
  }
  holder().analytics = waiting
  waiting.load()
}
