import { orderDate } from '#shared/replies.ts'

type Ordered = Parameters<typeof orderDate>[0]

/** Merges the lists by id, newest first; `added` wins over `known`. */
export function mergedMessages<M extends Ordered>(known: readonly M[], added: readonly M[]): M[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of added) byId.set(message.id, message)
  // Parse each date once, not in every comparison: there may be a thousand messages.
  return [...byId.values()]
    .map((message) => ({ message, time: Date.parse(orderDate(message)) }))
    .sort((a, b) => b.time - a.time || b.message.id - a.message.id)
    .map(({ message }) => message)
}
