/** Reads a live stream as a browser does. */
import { waitFor } from './connection.ts'

export interface LiveEvent {
  event: string
  data: Record<string, unknown>
  /** Milliseconds since this process started. */
  at: number
}

export interface LiveStream {
  readonly events: LiveEvent[]
  isOpen(): boolean
  /** Returns the first matching event, past or future. */
  next(fits: (event: LiveEvent) => boolean, within?: number): Promise<LiveEvent>
  signals(): LiveEvent[]
  close(): void
}

export async function openStream(url: string, cookie: string): Promise<LiveStream> {
  const end = new AbortController()
  const response = await fetch(url, { headers: { cookie }, signal: end.signal })
  if (response.status !== 200) throw new Error(`The stream answered ${response.status}.`)
  const events: LiveEvent[] = []
  let open = true
  void (async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true })
      const blocks = rest.split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) events.push(...eventOf(block))
    }
  })()
    .catch(() => {})
    .finally(() => (open = false))
  const stream: LiveStream = {
    events,
    isOpen: () => open,
    next: async (fits, within = 5_000) =>
      (await waitFor('a live event', () => events.find(fits), { within, every: 2 }))!,
    signals: () => events.filter(({ event }) => event === 'signal'),
    close: () => end.abort(),
  }
  await stream.next(({ event }) => event === 'hello')
  return stream
}

function eventOf(block: string): LiveEvent[] {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const [event, data] = [field('event'), field('data')]
  return event && data ? [{ event, data: JSON.parse(data) as Record<string, unknown>, at: performance.now() }] : []
}
