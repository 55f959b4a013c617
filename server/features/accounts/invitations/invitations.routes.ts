/** Routes for invitations and trials: for invitees, for members who nominate, and for staff. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isMoment } from '#shared/kit/moments.ts'
import { TRIAL_DAYS, TRIAL_USES } from '#shared/accounts.ts'
import { requireSession, requireStaff, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { begin, createPassword, decide, findInvitation, networksOf, nominate } from './invitations.actions.ts'
import { selectAllInvitations, selectOwnInvitations, selectTrialCodes } from './invitations.sql.ts'
import { requestTrial, endTrial, findTrial, makeTrialCode } from './trials.actions.ts'
import { checked, email, line, note, person } from './invitation-input.ts'
import { idIn } from '#server/platform/http/checked-body.ts'

const whole = (what: string, { min, max }: { min: number; max: number }) =>
  z
    .number({ error: `Enter ${what}.` })
    .int()
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}.`)

const beginning = z.object({ token: z.string().max(100), ...person })
const accepted = (what: string) => z.literal(true, { error: `Accept the ${what} to continue.` })
const version = z.number().int().positive().optional()
const firstPassword = z.object({
  password: z.string({ error: 'Enter a password.' }).max(1_000).optional(),
  terms_of_use: accepted('terms of use'),
  privacy_policy: accepted('privacy policy'),
  shown: z.object({ terms_of_use: version, privacy_policy: version }).optional(),
})
const trial = z.object({
  code: z.string().max(100),
  email,
  ...person,
  password: z.string({ error: 'Enter a password.' }).max(1_000),
})
const nomination = z.object({
  email,
  ...person,
  note,
  peer_network_id: z.number({ error: 'Choose a network.' }).int().positive(),
})
/** `sent_at` is when it was last sent, as the deciding staff member saw it. */
const decision = z.object({ decision: z.enum(['send', 'end']), sent_at: z.string().refine(isMoment).nullish() })
const newTrialCode = z.object({
  label: line('name of the code', 1),
  peer_network_id: z.number({ error: 'Choose a network.' }).int().positive(),
  days: whole('the number of days', TRIAL_DAYS),
  max_uses: whole('the maximum number of uses', TRIAL_USES),
})

export function registerInvitationRoutes(app: FastifyInstance, tools: AuthContext) {
  registerArrival(app, tools)
  registerNaming(app, tools)
  registerStaff(app, tools)
}

function registerArrival(app: FastifyInstance, tools: AuthContext) {
  app.get<{ Params: { token: string } }>('/api/onboarding/invitations/:token', async (request, reply) => {
    await tools.limits.perClient(request)
    reply.header('cache-control', 'no-store')
    return { data: await findInvitation(tools, request.params.token) }
  })
  app.post('/api/onboarding/begin', async (request, reply) => {
    await tools.limits.perClient(request)
    const { userId, entered } = await begin(tools, request, checked(beginning, request.body))
    entered(reply)
    return { data: { id: userId } }
  })
  app.post('/api/onboarding/password', async (request, reply) => {
    const session = await requireSession(tools, request)
    const { password, shown = {} } = checked(firstPassword, request.body)
    const entered = await createPassword(tools, request, { session, password, shown })
    entered?.(reply)
    return { data: {} }
  })
  app.get<{ Params: { code: string } }>('/api/onboarding/trials/:code', async (request, reply) => {
    await tools.limits.perClient(request)
    const { days, network, theme, discipline } = await findTrial(tools, request.params.code)
    reply.header('cache-control', 'no-store')
    return { data: { days, network, theme, discipline } }
  })
  app.post('/api/onboarding/trials', async (request, reply) => {
    const asked = checked(trial, request.body)
    await tools.limits.perClient(request)
    await tools.limits.perEmail(request)
    const cookie = await requestTrial(tools, request, asked)
    reply.header('set-cookie', cookie)
    return { data: {} }
  })
}

function registerNaming(app: FastifyInstance, tools: AuthContext) {
  app.get('/api/invitations', async (request, reply) => {
    const session = await requireSession(tools, request)
    const { rows } = await tools.pool.query(selectOwnInvitations({ inviterId: session.id }))
    reply.header('cache-control', 'no-store')
    return { data: { networks: await networksOf(tools, session), invitations: rows } }
  })
  app.post('/api/invitations', async (request) => {
    const session = await requireSession(tools, request)
    return { data: await nominate(tools, session, checked(nomination, request.body)) }
  })
}

function registerStaff(app: FastifyInstance, tools: AuthContext) {
  app.get('/api/staff/invitations', async (request, reply) => {
    const session = await requireStaff(tools, request)
    const { rows: invitations } = await tools.pool.query(selectAllInvitations())
    const { rows: trial_codes } = await tools.pool.query(selectTrialCodes())
    reply.header('cache-control', 'no-store')
    return { data: { invitations, trial_codes, networks: await networksOf(tools, session) } }
  })
  app.post('/api/staff/invitations/:id', async (request) => {
    const session = await requireStaff(tools, request)
    const { decision: wanted, sent_at } = checked(decision, request.body)
    await decide(tools, session, { id: idIn(request), isWanted: wanted === 'send', seen: sent_at })
    return { data: {} }
  })
  app.post('/api/staff/trial-codes', async (request, reply) => {
    const session = await requireStaff(tools, request)
    const url = await makeTrialCode(tools, session, checked(newTrialCode, request.body))
    reply.header('cache-control', 'no-store')
    // Shown only once: afterwards only its hash is stored.
    return { data: { url } }
  })
  app.delete('/api/staff/trial-codes/:id', async (request) => {
    const session = await requireStaff(tools, request)
    await endTrial(tools, session, idIn(request))
    return { data: {} }
  })
}
