/** Invitations and trials: for those who come, for members who name a colleague, and for staff. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EMAIL_LENGTH, NAME_LENGTH, NOTE_LENGTH, TRIAL_DAYS, TRIAL_USES } from '#shared/accounts.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { requireSession, requireStaff, type DoorTools } from './doors.ts'
import { decide, findInvitation, findTrial, join, networksOf, nominate } from './invitations.actions.ts'
import {
  endTrialCode,
  insertTrialCode,
  selectAllInvitations,
  selectOwnInvitations,
  selectTrialCodes,
} from './invitations.sql.ts'
import { hashOf, newToken } from './tokens.ts'

const TRIAL_CODE_DAYS = 90

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_LENGTH)
  .pipe(z.email({ error: 'This is not an email address. Enter one like name@company.com.' }))
const line = (what: string, min: number, max = NAME_LENGTH) =>
  z
    .string({ error: `Enter the ${what}.` })
    .trim()
    .min(min, `Enter the ${what}.`)
    .max(max, `The ${what} has more than ${max} characters. Shorten it.`)
    // A name that could forge a line or a sign is none.
    .refine(
      (text) =>
        !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text.replaceAll('\n', max > NAME_LENGTH ? '' : '\n')),
      `The ${what} has signs that cannot be shown. Remove them.`,
    )
const person = { first_name: line('first name', 1), last_name: line('last name', 1) }
const whole = (what: string, { min, max }: { min: number; max: number }) =>
  z
    .number({ error: `Enter ${what}.` })
    .int()
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}.`)

const joining = z.object({
  token: z.string().max(100),
  ...person,
  password: z.string({ error: 'Enter a password.' }).max(1_000),
  accepted: z.literal(true, { error: 'Accept the terms of use and the privacy policy to go on.' }),
})
const trial = z.object({ code: z.string().max(100), email, ...person })
const nomination = z.object({
  email,
  ...person,
  note: line('note', 0, NOTE_LENGTH).default(''),
  peer_network_id: z.number({ error: 'Choose a network.' }).int().positive(),
})
const decision = z.object({ decision: z.enum(['send', 'end']) })
const newTrialCode = z.object({
  label: line('name of the code', 1),
  peer_network_id: z.number({ error: 'Choose a network.' }).int().positive(),
  days: whole('the number of days', TRIAL_DAYS),
  max_uses: whole('how many may use it', TRIAL_USES),
})

/** The first thing wrong, beside the field it stands in. */
function checked<T>(schema: z.ZodType<T>, body: unknown): T {
  const answer = schema.safeParse(body)
  if (answer.success) return answer.data
  const [issue] = answer.error.issues
  const field = String(issue?.path[0] ?? '')
  throw problem('accounts.form_invalid', {
    message: issue?.message ?? 'Fill in the form.',
    ...(field ? { field } : {}),
    status: 400,
  })
}
const idOf = (request: FastifyRequest) => {
  const { id } = request.params as { id: string }
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}

export function registerInvitationRoutes(app: FastifyInstance, tools: DoorTools) {
  registerArrival(app, tools)
  registerNaming(app, tools)
  registerStaff(app, tools)
}

function registerArrival(app: FastifyInstance, tools: DoorTools) {
  app.get<{ Params: { token: string } }>('/api/onboarding/invitations/:token', async (request, reply) => {
    await tools.throttle(request, 'place')
    reply.header('cache-control', 'no-store')
    return { data: await findInvitation(tools, request.params.token) }
  })
  app.post('/api/onboarding/join', async (request, reply) => {
    await tools.throttle(request, 'place')
    const { userId, entered } = await join(tools, request, checked(joining, request.body))
    entered(reply)
    return { data: { id: userId } }
  })
  app.get<{ Params: { code: string } }>('/api/onboarding/trials/:code', async (request, reply) => {
    await tools.throttle(request, 'place')
    const { days, network, theme, discipline } = await findTrial(tools, request.params.code)
    reply.header('cache-control', 'no-store')
    return { data: { days, network, theme, discipline } }
  })
  app.post('/api/onboarding/trials', async (request) => {
    const { code, ...asked } = checked(trial, request.body)
    await tools.throttle(request, 'place')
    await tools.throttle(request, 'address')
    await findTrial(tools, code)
    await transaction(tools.pool, tools.bus, (tx) =>
      tx.enqueue('accounts:send-trial', { code_hash: hashOf(code), ...asked }),
    )
    return { data: {} }
  })
}

function registerNaming(app: FastifyInstance, tools: DoorTools) {
  app.get('/api/invitations', async (request, reply) => {
    const session = await requireSession(tools, request)
    const { rows } = await tools.pool.query({ ...selectOwnInvitations, values: [session.id] })
    reply.header('cache-control', 'no-store')
    return { data: { networks: await networksOf(tools, session), invitations: rows } }
  })
  app.post('/api/invitations', async (request) => {
    const session = await requireSession(tools, request)
    return { data: await nominate(tools, session, checked(nomination, request.body)) }
  })
}

function registerStaff(app: FastifyInstance, tools: DoorTools) {
  app.get('/api/staff/invitations', async (request, reply) => {
    const session = await requireStaff(tools, request)
    const { rows: invitations } = await tools.pool.query(selectAllInvitations)
    const { rows: trial_codes } = await tools.pool.query(selectTrialCodes)
    reply.header('cache-control', 'no-store')
    return { data: { invitations, trial_codes, networks: await networksOf(tools, session) } }
  })
  app.post('/api/staff/invitations/:id', async (request) => {
    const session = await requireStaff(tools, request)
    const { decision: wanted } = checked(decision, request.body)
    await decide(tools, session, { id: idOf(request), isWanted: wanted === 'send' })
    return { data: {} }
  })
  app.post('/api/staff/trial-codes', async (request, reply) => {
    const session = await requireStaff(tools, request)
    const { label, peer_network_id, days, max_uses } = checked(newTrialCode, request.body)
    const code = newToken()
    const values = [hashOf(code), label, peer_network_id, days, max_uses, session.id, TRIAL_CODE_DAYS]
    const { rowCount } = await tools.pool.query({ ...insertTrialCode, values })
    if (rowCount === 0)
      throw problem('accounts.network_refused', { message: 'Choose a network.', field: 'peer_network_id', status: 400 })
    reply.header('cache-control', 'no-store')
    // Shown this once: from now on only its hash is here.
    return { data: { url: `${tools.publicUrl}/trial/${code}` } }
  })
  app.delete('/api/staff/trial-codes/:id', async (request) => {
    await requireStaff(tools, request)
    const { rowCount } = await tools.pool.query({ ...endTrialCode, values: [idOf(request)] })
    if (rowCount === 0)
      throw problem('accounts.trial_code_over', { message: 'This code has ended already.', status: 404 })
    return { data: {} }
  })
}
