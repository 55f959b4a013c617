/** Steps shared by the tests of notifications. */
import { CreateThread, Notifications, ReplyToThread } from '#api/operations.ts'
import { newKey, type Client } from './client.ts'
import type { TestServer } from './test-server.ts'

export const mentionHtml = ({ id }: Client, name = 'Somebody') => `<span data-mention-id="${id}">@${name}</span>`

export const notificationsOf = (testServer: TestServer, network: number) => {
  const start = async (who: Client, more: object = {}) =>
    (
      await who.ask(CreateThread, {
        topic: 'Which clause holds',
        body: '<p>Who has seen one.</p>',
        peer_network_ids: [network],
        idempotency_key: newKey(),
        ...more,
      })
    ).createThread.id
  const reply = async (who: Client, thread_id: number, more: object = {}) =>
    (await who.ask(ReplyToThread, { thread_id, body: '<p>We have.</p>', idempotency_key: newKey(), ...more }))
      .replyToThread.id
  const linesOf = async (who: Client, variables: object = {}) => {
    await testServer.runJobs()
    return (await who.ask(Notifications, variables)).notifications.items
  }
  const ofThread = async (who: Client, thread_id: number) =>
    (await linesOf(who)).filter(({ payload }) => (payload as { thread_id?: number }).thread_id === thread_id)
  return { start, reply, linesOf, ofThread }
}
