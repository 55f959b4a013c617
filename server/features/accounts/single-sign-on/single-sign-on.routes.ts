/** Routes for signing in by an identity provider. Links and redirects, because the provider's page is between them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import { nextField, requireSession, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { idIn } from '#server/platform/http/checked-body.ts'
import type { OpenId } from './openid.ts'
import {
  finishSignOn,
  forgetSignOn,
  listOwnIdentities,
  removeIdentity,
  SignOnRefused,
  startSignOn,
} from './single-sign-on.actions.ts'

const PATH = '/api/auth/single-sign-on'

const tooMany = () => {
  throw new SignOnRefused('sign_on_too_many')
}

export function registerSingleSignOnRoutes(app: FastifyInstance, tools: AuthContext, openId: OpenId) {
  /** A refusal leads back to the sign-in page, which says what to do. */
  const orSignInPage =
    (run: (request: FastifyRequest, reply: FastifyReply) => Promise<string>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
      try {
        await tools.limits.perClient(request).catch(tooMany)
        return reply.redirect(await run(request, reply))
      } catch (error) {
        if (!(error instanceof SignOnRefused)) throw error
        return reply.header('set-cookie', forgetSignOn(tools)).redirect(`${ROUTES.login}?error=${error.code}`)
      }
    }

  app.get(
    `${PATH}/:id`,
    orSignInPage(async (request, reply) => {
      const next = nextField.parse((request.query as { next?: unknown }).next)
      const { url, cookie } = await startSignOn(tools, openId, { id: idIn(request), next })
      reply.header('set-cookie', cookie)
      return url
    }),
  )
  app.get(
    `${PATH}/:id/callback`,
    orSignInPage(async (request, reply) => {
      const { location, setCookies } = await finishSignOn(tools, openId, request, idIn(request))
      setCookies(reply, forgetSignOn(tools))
      return location
    }),
  )
  app.get(PATH, async (request, reply) => {
    const { id } = await requireSession(tools, request)
    reply.header('cache-control', 'no-store')
    return { data: await listOwnIdentities(tools, id) }
  })
  app.delete(`${PATH}/:id`, async (request) => {
    const { id: userId } = await requireSession(tools, request)
    await removeIdentity(tools, userId, idIn(request))
    return { data: {} }
  })
}
