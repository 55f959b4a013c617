import { orderDate } from '#shared/discussions.ts'

type Ordered = Parameters<typeof orderDate>[0]

/** Both lists as one, each message once and as the second list has it, newest first. */
export function mergedMessages<M extends Ordered>(known: readonly M[], added: readonly M[]): M[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of added) byId.set(message.id, message)
  // Dates are read once for each message: comparing reads them again and again, and there may be a thousand.
  return [...byId.values()]
    .map((message) => ({ message, time: Date.parse(orderDate(message)) }))
    .sort((a, b) => b.time - a.time || b.message.id - a.message.id)
    .map(({ message }) => message)
}
