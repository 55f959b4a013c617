/** A second server on the same database, as behind a load balancer. */
import { expect } from 'vitest'
import { InboxGroupMessages } from '#api/operations.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { Client } from './client.ts'
import type { TestServer } from './test-server.ts'
import { newGroup, sendTo } from './inbox.ts'
import type { LiveEvent } from './stream.ts'

export interface ServerPair {
  url: string
  close(): Promise<void>
}

export async function startSecondServer({ config }: TestServer): Promise<ServerPair> {
  const database = await openDatabase(config)
  const application = await buildApp(config, database)
  const url = await application.app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await application.close()
    await database.close()
  }
  return { url, close }
}

export const isDelivered =
  (message_id: number) =>
  ({ data }: LiveEvent): boolean =>
    data['signal'] === 'inbox.sent' && data['message_id'] === message_id

/** Every message sent to either server reaches the streams of both, exactly once, in one order without gaps. */
export async function expectDeliveredOnce(
  twin: ServerPair,
  [writer, reader]: readonly [Client, Client],
): Promise<void> {
  const id = await newGroup([writer, reader])
  const streams = await Promise.all([reader.stream(), reader.at(twin.url).stream()])
  try {
    const sent = await Promise.all(
      Array.from({ length: 30 }, (_, each) => {
        const who = each % 3 ? writer : reader
        return sendTo(each % 2 ? who.at(twin.url) : who, id, `Message ${each}`)
      }),
    )
    for (const stream of streams) {
      await Promise.all(sent.map((message) => stream.next(isDelivered(message.id))))
      expect(stream.signals().filter(({ data }) => data['signal'] === 'inbox.sent')).toHaveLength(30)
    }
    const { inbox_group_messages: messages } = await reader.ask(InboxGroupMessages, { group_id: id, limit: 100 })
    expect(messages.map(({ message_index_in_group }) => message_index_in_group)).toEqual(
      Array.from({ length: 31 }, (_, each) => 31 - each),
    )
    const times = messages.map(({ pub_date }) => Date.parse(pub_date))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  } finally {
    streams.forEach((stream) => stream.close())
  }
}
