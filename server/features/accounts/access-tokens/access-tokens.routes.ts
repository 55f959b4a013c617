/** Routes for access tokens in the settings. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { checkedBody, idIn } from '#server/platform/http/checked-body.ts'
import { requireSession, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { API_OPERATIONS } from '#server/platform/http/api-operations.ts'
import {
  ACCESS_TOKEN_DAYS,
  ACCESS_TOKEN_NAME,
  isAccessTokenScope,
  type AccessTokenScope,
} from '#shared/access-tokens.ts'
import { createToken, listTokens, revokeToken } from './access-tokens.actions.ts'

const creating = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(ACCESS_TOKEN_NAME, `The name is too long. The limit is ${ACCESS_TOKEN_NAME} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), 'The name contains characters that can’t be displayed. Remove them.'),
  scopes: z
    .array(z.custom<AccessTokenScope>((each) => typeof each === 'string' && isAccessTokenScope(each)))
    .min(1, 'Choose what the token can read.')
    .max(20),
  days: z.literal(ACCESS_TOKEN_DAYS, 'Choose when the token expires.'),
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(1_000),
})

export function registerAccessTokenRoutes(app: FastifyInstance, tools: AuthContext) {
  app.get('/api/access-tokens', async (request, reply) => {
    const { id } = await requireSession(tools, request)
    reply.header('cache-control', 'no-store')
    return { data: { ...(await listTokens(tools, id)), operations: API_OPERATIONS } }
  })
  app.post('/api/access-tokens', async (request, reply) => {
    const session = await requireSession(tools, request)
    reply.header('cache-control', 'no-store')
    return {
      data: {
        token: await createToken(
          tools,
          request,
          session,
          checkedBody(creating, request.body, { code: 'accounts.token_incomplete' }),
        ),
      },
    }
  })
  app.delete<{ Params: { id: string } }>('/api/access-tokens/:id', async (request) => {
    const session = await requireSession(tools, request)
    const id = idIn(request)
    await revokeToken(tools, request, session, id)
    return { data: {} }
  })
}
