import type { OutboxItem, OutboxItems, SendingState } from '#web/writing/outbox/channel.ts'

/** Operations on single items, separate from the outbox that every thread loads. */
export const findItem = <Content>(outbox: OutboxItems<Content>, key: string): OutboxItem<Content> | undefined =>
  outbox.all().find(({ idempotency_key }) => idempotency_key === key)

export const updateItem = <Content>(outbox: OutboxItems<Content>, key: string, part: Partial<SendingState>): void =>
  outbox.change((list) => list.map((item) => (item.idempotency_key === key ? { ...item, ...part } : item)))

export const removeItem = <Content>(outbox: OutboxItems<Content>, key: string): void =>
  outbox.change((list) => list.filter(({ idempotency_key }) => idempotency_key !== key))
