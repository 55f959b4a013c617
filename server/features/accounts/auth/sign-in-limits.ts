/**
 * Rate limits of the auth pages: per account, per client network and for all clients together. A device on which the
 * member has signed in before has its own budget, so strangers cannot lock its owner out. A passkey needs no password,
 * so it is limited per client only.
 */
import type { FastifyRequest } from 'fastify'
import { recordRefusal, recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { problem } from '#server/platform/problems.ts'
import { clientNetwork, type Attempts, type Budget, type Taken } from '#server/platform/session/attempts.ts'
import { selectDeviceOfAddress, selectIdOfAddress } from './accounts.sql.ts'
import { alert } from './security-alerts.ts'
import { deviceOf, tooMany, userAgentOf, type AuthContext, type Limits } from './auth-context.ts'
import { selectUserForReset } from '#server/features/accounts/sign-in/passwords.sql.ts'
import { hashOf } from './tokens.ts'

const WINDOW_SECONDS = 15 * 60
/** Guesses at one account expire more slowly than the traffic of a busy office. */
const ACCOUNT_LEAK_SECONDS = 4 * 60 * 60
/** Many members share one office's IP address. */
const CLIENT_TIMES = 5
/** All clients together, per minute: as many hashes as the CPUs can compute besides other work. */
const ALL_CLIENTS_TIMES = 33
const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * 60

type Tools = Pick<AuthContext, 'pool' | 'bus' | 'sessions' | 'secure'>

export const addressOf = (request: FastifyRequest) =>
  String((request.body as { email?: unknown } | null)?.email ?? '')
    .replaceAll('\0', '')
    .trim()
    .toLowerCase()
    .slice(0, 320)

const REFUSED_BY = ['everybody', 'place', 'account'] as const

const budgetsFor = (allowed: number) => ({
  allClients: (kind: string): Budget => ({
    key: `${kind} everybody`,
    limit: allowed * ALL_CLIENTS_TIMES,
    pauseSeconds: MINUTE_SECONDS,
    leakSeconds: MINUTE_SECONDS,
  }),
  client: (kind: string, { ip }: FastifyRequest): Budget => ({
    key: `${kind} from ${clientNetwork(ip)}`,
    limit: allowed * CLIENT_TIMES,
    pauseSeconds: WINDOW_SECONDS,
    leakSeconds: WINDOW_SECONDS,
  }),
  account: (key: string): Budget => ({
    key,
    limit: allowed,
    pauseSeconds: WINDOW_SECONDS,
    leakSeconds: ACCOUNT_LEAK_SECONDS,
  }),
})

export function makeLimits(tools: Tools, attempts: Attempts, allowed: number): Limits {
  const { allClients, client, account } = budgetsFor(allowed)
  const takeOrRefuse = async (budgets: readonly Budget[], doing: string): Promise<Taken> => {
    const taken = await attempts.take(budgets)
    if (taken.refused) throw tooMany(taken.refused.seconds, doing)
    return taken
  }
  const budgetsOf = (request: FastifyRequest, address: string, device: string | undefined) =>
    device
      ? [account(`sign-in of ${address} on ${device}`)]
      : [allClients('sign-in'), client('sign-in', request), account(`sign-in of ${address}`)]

  return {
    async signIn(request, address) {
      const taken = await attempts.take(budgetsOf(request, address, await knownDevice(tools, request, address)))
      if (taken.refused) {
        const by = REFUSED_BY[taken.refused.budget]!
        await recordRefusal(tools.pool, { kind: 'sign_in.refused', from: request, facts: { by } })
        throw tooManySignIns(taken.refused.seconds)
      }
      const level = taken.levels[REFUSED_BY.indexOf('account')]
      return {
        succeeded: () => attempts.forgive(taken),
        async failed(code) {
          await recordFailure(tools, request, { address, code })
          if (level !== undefined && isSlowed(level, allowed)) await alertOnce({ tools, attempts }, request, address)
        },
      }
    },
    perClient: async (request) =>
      void (await takeOrRefuse([allClients('auth page'), client('auth page', request)], 'from here')),
    async perEmail(request) {
      const address = addressOf(request)
      const device = (await knownDevice(tools, request, address)) ?? ''
      await takeOrRefuse([account(`auth page of ${address}${device}`)], 'from here')
    },
    passkey: async (request) => void (await takeOrRefuse([client('passkey', request)], 'from here')),
    async password(userId) {
      const taken = await takeOrRefuse([account(`password of ${userId}`)], 'to confirm your password')
      return () => attempts.forgive(taken)
    },
  }
}

/** The device cookie, if this account has signed in on the device before. */
async function knownDevice(tools: Tools, request: FastifyRequest, address: string): Promise<string | undefined> {
  const device = deviceOf(tools, request)
  if (!device) return undefined
  const { rows } = await tools.pool.query(selectDeviceOfAddress({ email: address, deviceHash: hashOf(device) }))
  return rows.length > 0 ? device : undefined
}

async function recordFailure({ pool }: Tools, request: FastifyRequest, { address, code }: Failed) {
  const { rows } = await pool.query<{ id: number }>(selectIdOfAddress({ email: address }))
  await recordRefusal(pool, { kind: 'sign_in.failed', userId: rows[0]?.id ?? null, from: request, facts: { code } })
}

/** Enqueues an alert to the owner of the address, at most once a day. */
async function alertOnce(
  { tools, attempts }: { tools: Tools; attempts: Attempts },
  request: FastifyRequest,
  address: string,
) {
  const sent = await attempts.take([
    { key: `sign-in mail to ${address}`, limit: 1, pauseSeconds: DAY_SECONDS, leakSeconds: DAY_SECONDS },
  ])
  if (sent.refused) return
  // The job looks up whether the address has an account, so response times do not reveal it.
  await transaction(tools.pool, tools.bus, (tx) =>
    tx.enqueue('accounts:sign-in-slowed', { email: address, ip: request.ip, userAgent: userAgentOf(request) }),
  )
}

interface Failed {
  address: string
  code: string
}

/** Whether the next attempt must wait at least half a minute. */
const isSlowed = (level: number, allowed: number) => WINDOW_SECONDS * 2 ** (level - allowed) >= 30

const tooManySignIns = (seconds: number) => {
  const { code, message, status } = tooMany(seconds, 'to sign in')
  return problem(code, {
    message: `${message} A passkey, or a device you’ve signed in on before, works right away.`,
    status,
  })
}

export interface Slowed {
  email: string
  ip: string
  userAgent: string
}
/** Emails the owner, if there is one, at most once a day, and records a security event for staff. */
export const alertOfGuesses = (
  { pool, bus }: JobTools,
  { email, ip, userAgent }: Slowed,
  letterhead: Pick<AuthContext, 'supportEmail' | 'publicUrl'>,
) =>
  transaction(pool, bus, async (tx) => {
    const from = { ip, headers: { 'user-agent': userAgent } }
    const { rows } = await tx.query<{ id: number }>(selectUserForReset({ email }))
    await recordSecurityEvent(tx, { kind: 'sign_in.locked', userId: rows[0]?.id ?? null, from })
    if (rows[0]) await alert(letterhead, tx, from, { userId: rows[0].id, what: 'guessed' })
  })
