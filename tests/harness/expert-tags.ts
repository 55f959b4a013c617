/** Creates experts as members do: by a recommendation, or by naming them in a reply to a request. */
import { RecommendExpert, ReplyToThread } from '#api/operations.ts'
import { newKey, type Client } from './client.ts'
import type { TestServer } from './test-server.ts'
import { insertThread } from './threads.ts'

export function expertTags(testServer: TestServer) {
  let count = 0
  const area = testServer.sql<{ id: number }>(`select id from areas_of_expertise where name = 'Litigation'`)
  return {
    /** A unique name. */
    unusual: (name: string) => `${name}vkqz${String.fromCodePoint(97 + (count += 1))}`,
    recommend: async (client: Client, name: string, more: object = {}) =>
      (
        await client.ask(RecommendExpert, {
          expert: { new_expert: { name, type: 'company' } },
          message: '<p>Exact and calm.</p>',
          areas_of_expertise: [(await area)[0]!.id],
          idempotency_key: newKey(),
          ...more,
        })
      ).recommendExpert,
    /** A recommendation request in a network, with a reply that names a firm. */
    async named(author: Client, network: number, answerer: Client, name: string, more: object = {}) {
      const { id } = await insertThread(testServer, {
        author: author.id,
        networks: [network],
        thread_type: 'recommendation_request',
        topic: `Whom for ${name}`,
      })
      const { replyToThread: message } = await answerer.ask(ReplyToThread, {
        thread_id: id,
        body: '<p>Ask them.</p>',
        experts: [{ new_expert: { name, type: 'company' }, areas_of_expertise: [] }],
        idempotency_key: newKey(),
        ...more,
      })
      return { thread: id, message, expert: message.experts_mentioned[0]!.id }
    },
  }
}
