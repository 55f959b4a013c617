/**
 * What stands between a stranger and a password: budgets by account, by sender and for everybody together. A device on
 * which the account was opened before has a budget of its own, so strangers cannot lock its owner out; a passkey asks
 * for no password and counts by sender alone.
 */
import type { FastifyRequest } from 'fastify'
import { recordRefusal, recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { problem } from '#server/platform/problems.ts'
import { placeOf, type Attempts, type Budget, type Taken } from '#server/platform/session/attempts.ts'
import { selectDeviceOfAddress, selectIdOfAddress } from './accounts.sql.ts'
import { alert } from './security-alerts.ts'
import { deviceOf, tooMany, userAgentOf, type AuthContext, type Limits } from './auth-context.ts'
import { selectUserForReset } from '#server/features/accounts/sign-in/passwords.sql.ts'
import { hashOf } from './tokens.ts'

const WINDOW_SECONDS = 15 * 60
/** A guess at an account is remembered longer than a busy office. */
const ACCOUNT_LEAK_SECONDS = 4 * 60 * 60
/** Many members share one office's address. */
const PLACE_TIMES = 5
/** All strangers together, for each minute: what the processors can hash while everything else goes on. */
const EVERYBODY_TIMES = 33
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

export function makeLimits(tools: Tools, attempts: Attempts, allowed: number): Limits {
  const window = { pauseSeconds: WINDOW_SECONDS, leakSeconds: WINDOW_SECONDS }
  const everybody = (kind: string): Budget => ({
    key: `${kind} everybody`,
    limit: allowed * EVERYBODY_TIMES,
    pauseSeconds: MINUTE_SECONDS,
    leakSeconds: MINUTE_SECONDS,
  })
  const place = (kind: string, { ip }: FastifyRequest): Budget => ({
    key: `${kind} from ${placeOf(ip)}`,
    limit: allowed * PLACE_TIMES,
    ...window,
  })
  const account = (key: string): Budget => ({
    key,
    limit: allowed,
    pauseSeconds: WINDOW_SECONDS,
    leakSeconds: ACCOUNT_LEAK_SECONDS,
  })
  const takeOrRefuse = async (budgets: readonly Budget[], doing: string): Promise<Taken> => {
    const taken = await attempts.take(budgets)
    if (taken.refused) throw tooMany(taken.refused.seconds, doing)
    return taken
  }

  /** Of this browser, if the account of the address was opened on it before. */
  async function knownDevice(request: FastifyRequest, address: string): Promise<string | undefined> {
    const device = deviceOf(tools, request)
    if (!device) return undefined
    const { rows } = await tools.pool.query({ ...selectDeviceOfAddress, values: [address, hashOf(device)] })
    return rows.length > 0 ? device : undefined
  }
  const budgetsOf = (request: FastifyRequest, address: string, device: string | undefined) =>
    device
      ? [account(`sign-in of ${address} on ${device}`)]
      : [everybody('sign-in'), place('sign-in', request), account(`sign-in of ${address}`)]

  async function failed(request: FastifyRequest, { address, taken, code }: Failed) {
    const { rows } = await tools.pool.query<{ id: number }>({ ...selectIdOfAddress, values: [address] })
    await recordRefusal(tools.pool, {
      kind: 'sign_in.failed',
      userId: rows[0]?.id ?? null,
      from: request,
      facts: { code },
    })
    const level = taken.levels[REFUSED_BY.indexOf('account')]
    if (level === undefined || !isSlowed(level, allowed)) return
    const told = await attempts.take([
      { key: `sign-in mail to ${address}`, limit: 1, pauseSeconds: DAY_SECONDS, leakSeconds: DAY_SECONDS },
    ])
    // Whether anybody has this address is looked up by the job, where nobody waits for the answer.
    if (!told.refused)
      await transaction(tools.pool, tools.bus, (tx) =>
        tx.enqueue('accounts:sign-in-slowed', { email: address, ip: request.ip, userAgent: userAgentOf(request) }),
      )
  }

  return {
    async signIn(request, address) {
      const taken = await attempts.take(budgetsOf(request, address, await knownDevice(request, address)))
      if (taken.refused) {
        const by = REFUSED_BY[taken.refused.budget]!
        await recordRefusal(tools.pool, { kind: 'sign_in.refused', from: request, facts: { by } })
        throw tooManySignIns(taken.refused.seconds)
      }
      return {
        right: () => attempts.forgive(taken),
        wrong: (code) => failed(request, { address, taken, code }),
      }
    },
    async door(request, what) {
      const address = addressOf(request)
      const budgets =
        what === 'place'
          ? [everybody('door'), place('door', request)]
          : [account(`door of ${address}${(await knownDevice(request, address)) ?? ''}`)]
      await takeOrRefuse(budgets, 'from here')
    },
    passkey: async (request) => void (await takeOrRefuse([place('passkey', request)], 'from here')),
    async password(userId) {
      const taken = await takeOrRefuse([account(`password of ${userId}`)], 'to confirm your password')
      return () => attempts.forgive(taken)
    },
  }
}

interface Failed {
  address: string
  taken: Taken
  code: string
}

/** Whether the next try has to wait: the pause has reached half a minute. */
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
/** Tells the owner, if there is one, once a day, and puts it on record for staff. */
export const tellOfGuesses = (
  { pool, bus }: JobTools,
  { email, ip, userAgent }: Slowed,
  letterhead: Pick<AuthContext, 'supportEmail' | 'publicUrl'>,
) =>
  transaction(pool, bus, async (tx) => {
    const from = { ip, headers: { 'user-agent': userAgent } }
    const { rows } = await tx.query<{ id: number }>({ ...selectUserForReset, values: [email] })
    await recordSecurityEvent(tx, { kind: 'sign_in.locked', userId: rows[0]?.id ?? null, from })
    if (rows[0]) await alert(letterhead, tx, from, { userId: rows[0].id, what: 'guessed' })
  })
