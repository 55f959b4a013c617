/** All routes of accounts. */
import type { FastifyInstance } from 'fastify'
import type { Blobs } from '#server/platform/blobs.ts'
import type { Auth } from '#server/platform/session/auth.ts'
import type { AuthContext } from './auth/auth-context.ts'
import { registerAccessTokenRoutes } from './access-tokens/access-tokens.routes.ts'
import { registerFirstOwnerRoutes } from './first-owner/first-owner.routes.ts'
import { registerInvitationRoutes } from './invitations/invitations.routes.ts'
import { registerEmailRoutes } from './personal-data/emails.routes.ts'
import { registerOwnDataRoutes } from './personal-data/own-data.routes.ts'
import { registerConfirmationRoutes } from './sign-in/confirmations.routes.ts'
import { registerLoginRoute } from './sign-in/login.routes.ts'
import { registerPasskeyRoutes } from './sign-in/passkeys.routes.ts'
import { registerPasswordRoutes } from './sign-in/passwords.routes.ts'
import { registerSessionRoutes } from './sign-in/sessions.routes.ts'
import { registerTwoStepRoutes } from './sign-in/two-step.routes.ts'
import { makeOpenId } from './single-sign-on/openid.ts'
import { registerProviderRoutes } from './single-sign-on/providers.routes.ts'
import { registerSingleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts'

interface Options {
  auth: () => Promise<Auth>
  blobs: Blobs
  /** Identity providers may have addresses of our own network. */
  callsPrivateProviders: boolean
}

export function registerAccountRoutes(
  app: FastifyInstance,
  tools: AuthContext,
  { auth, blobs, callsPrivateProviders: allowsPrivate }: Options,
) {
  const openId = makeOpenId({ allowsPrivate })
  registerLoginRoute(app, tools, auth)
  registerSingleSignOnRoutes(app, tools, openId)
  registerProviderRoutes(app, { tools, openId, allowsPrivate })
  registerSessionRoutes(app, tools)
  registerPasswordRoutes(app, tools)
  registerConfirmationRoutes(app, tools)
  registerTwoStepRoutes(app, tools)
  registerInvitationRoutes(app, tools)
  registerFirstOwnerRoutes(app, tools)
  registerEmailRoutes(app, tools)
  registerPasskeyRoutes(app, tools)
  registerAccessTokenRoutes(app, tools)
  registerOwnDataRoutes(app, { ...tools, blobs })
}
