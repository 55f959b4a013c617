import fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { registerLive } from './route.ts'
import type { Streams } from './streams.ts'

it('looks up the sessions of streams that are opened at once together, each for its own', async () => {
  const asked: string[][] = []
  const sessions = {
    token: (cookie: string) => cookie,
    standing: async (tokens: string[]) => {
      asked.push(tokens)
      return new Map(tokens.filter((token) => token !== 'ended').map((token) => [token, { email: token }]))
    },
  } as unknown as Sessions
  const opened = new Map<string, string | undefined>()
  const streams = {
    open: (token, session, response) => {
      opened.set(token, session?.email)
      response.end()
    },
  } as Streams
  const app = fastify()
  registerLive(app, { sessions, streams })
  const tokens = ['ended', ...Array.from({ length: 100 }, (_, at) => `session ${at}`)]
  await Promise.all(tokens.map((cookie) => app.inject({ url: '/api/live', headers: { cookie } })))
  await app.close()
  expect(opened).toEqual(new Map(tokens.map((token) => [token, token === 'ended' ? undefined : token])))
  expect(asked.flat()).toHaveLength(tokens.length)
  expect(asked.length).toBeLessThan(10)
})
