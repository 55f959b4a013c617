/** Signals that arrive raise the floor for reads from the replica before anybody fetches what they announce. */
import type { Replica } from '#server/platform/database/replica/replica.ts'
import type { Bus } from './bus.ts'

export function busWithReplica(bus: Bus, replica: Replica): Bus {
  replica.requireSignals(bus.isConnected)
  return {
    ...bus,
    // A signal arrives after its commit, so the position asked now includes it. Answers come in the order of questions.
    onSignal: (handler) =>
      bus.onSignal((signal) => void replica.raise().then((position) => handler({ ...signal, position }))),
    onGap: (handler) => bus.onGap(() => void replica.raise().then(() => handler())),
  }
}
