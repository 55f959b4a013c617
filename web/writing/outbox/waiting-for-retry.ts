import type { OutboxItem } from '#web/writing/outbox/channel.ts'

const CLOSED = 'The page was closed before this message was sent.'

/** For channels that do not resume after a reload: an item that was being sent waits for the member to retry it. */
export const waitingForRetry = <Content>(item: OutboxItem<Content>): OutboxItem<Content> =>
  item.state === 'sending' ? { ...item, state: 'failed', reason: CLOSED, will_retry: false } : item
