import type { AppContext } from '#server/platform/app-context.ts'
import { defineFeature } from '#server/platform/feature.ts'
import { webhookJobs } from './webhooks.jobs.ts'
import { registerWebhookRoutes } from './webhooks.routes.ts'

const sendingOf = ({ config, secret, email }: AppContext) => ({
  secret,
  email,
  allowsPrivate: config.WEBHOOKS_TO_PRIVATE === 'on',
})

/** Other systems are told what happens in a network, with ids and links. */
export const webhooksFeature = defineFeature({
  name: 'webhooks',
  level: 'top',
  jobs: (context) => webhookJobs(sendingOf(context)),
  schedule: ['* * * * * webhooks:send', '42 3 * * * webhooks:sweep'],
  routes: (app, context) => {
    const { pool, bus, sessions } = context
    registerWebhookRoutes(app, sessions, { pool, bus, ...sendingOf(context) })
  },
})
