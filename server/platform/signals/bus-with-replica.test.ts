import { describe, expect, it } from 'vitest'
import type { Replica } from '#server/platform/database/replica/replica.ts'
import { busWithReplica } from './bus-with-replica.ts'
import type { Bus, Signal } from './bus.ts'

const SIGNAL: Signal = { signal: 'discussions.replied', channels: [1], users: [], data: { thread_id: 7 } }

/** A bus that the test drives, and a replica whose floor rises when the test says so. */
function open() {
  const heard: Signal[] = []
  const gaps: string[] = []
  let [receive, gap] = [(_signal: Signal) => {}, () => {}]
  let [isConnected, hearsSignals] = [true, () => true]
  const raised: ((position: number) => void)[] = []
  const replica = {
    raise: () => new Promise<number>((resolve) => void raised.push(resolve)),
    requireSignals: (check: () => boolean) => void (hearsSignals = check),
  } as unknown as Replica
  const bus = {
    isConnected: () => isConnected,
    onSignal: (handler: typeof receive) => void (receive = handler),
    onGap: (handler: () => void) => void (gap = handler),
  } as unknown as Bus
  const wrapped = busWithReplica(bus, replica)
  wrapped.onSignal((signal) => void heard.push(signal))
  wrapped.onGap(() => void gaps.push('gap'))
  return {
    heard,
    gaps,
    raised,
    receive: () => receive(SIGNAL),
    gap: () => gap(),
    disconnect: () => void (isConnected = false),
    hearsSignals: () => hearsSignals(),
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a bus beside a replica', () => {
  it('tells nobody of a change before reads include it', async () => {
    const { heard, raised, receive } = open()
    receive()
    await settled()
    expect(heard).toEqual([])
    raised[0]!(4_711)
    await settled()
    expect(heard).toEqual([{ ...SIGNAL, position: 4_711 }])
  })

  it('asks nobody to fetch after a gap before reads include what was missed', async () => {
    const { gaps, raised, gap } = open()
    gap()
    await settled()
    expect(gaps).toEqual([])
    raised[0]!(1)
    await settled()
    expect(gaps).toEqual(['gap'])
  })

  it('reads from the replica only while signals arrive', () => {
    const { disconnect, hearsSignals } = open()
    expect(hearsSignals()).toBe(true)
    disconnect()
    expect(hearsSignals()).toBe(false)
  })
})
