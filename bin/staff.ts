/**
 * npm run staff -- EMAIL FIRST LAST: creates a staff account and prints its password once.
 * npm run staff -- suspend EMAIL --reason TEXT [--until DATE], restore EMAIL, end-sessions EMAIL: for any account.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { loadConfig, StartError } from '#server/config.ts'
import { insertStaff } from '#server/features/accounts/index.ts'
import {
  restore,
  selectAccountByEmail,
  signOut,
  suspend,
  type MemberDesk,
} from '#server/features/staff-members/index.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { supportEmail } from '#server/platform/http/web.ts'
import { Problem } from '#server/platform/problems.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { postgresBus } from '#server/platform/signals/bus.ts'

const USAGE = `Usage:
  npm run staff -- ada@example.org Ada Byron
  npm run staff -- suspend ada@example.org --reason "Sold a product to members." --until 2027-01-31
  npm run staff -- restore ada@example.org
  npm run staff -- end-sessions ada@example.org`
const isAddress = (text: string) => /^[^@\s]+@[^@\s]+$/.test(text)

type Options = { reason?: string; until?: string }
const ACTS: Record<string, (desk: MemberDesk, id: number, options: Options) => Promise<unknown>> = {
  suspend: (desk, id, { reason = '', until }) =>
    suspend(desk, null, { id, reason, until: until === undefined ? null : new Date(until) }),
  restore: (desk, id) => restore(desk, null, id),
  'end-sessions': (desk, id) => signOut(desk, null, id),
}
const DONE: Record<string, string> = {
  suspend: 'is suspended and signed out everywhere',
  restore: 'can sign in again',
  'end-sessions': 'is signed out everywhere',
}

async function makeStaff({ write }: Database, [email = '', firstName = '', lastName = '']: string[]) {
  const password = randomBytes(15).toString('base64url')
  await write
    .query(insertStaff({ firstName, lastName, email: email.toLowerCase(), password: await hashPassword(password) }))
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? new StartError(`An account with the address ${email} already exists.`) : error
    })
  console.log(`${firstName} ${lastName} can sign in as ${email} with the password ${password}
This password won’t be shown again.`)
}

/** Recorded without an actor. The running server emails the member. */
async function actOn(database: Database, [act = '', email = '']: string[], options: Options) {
  const { rows } = await database.write.query<{ id: number }>(selectAccountByEmail({ email: email.toLowerCase() }))
  if (!rows[0]) throw new StartError(`No account has the address ${email}.`)
  const bus = await postgresBus(database.connect, database.write)
  try {
    const desk: MemberDesk = {
      pool: database.write,
      bus,
      forget: () => {},
      publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
      supportEmail: (theme) => supportEmail(config, theme),
    }
    await ACTS[act]!(desk, rows[0].id, options)
  } finally {
    await bus.close()
  }
  console.log(`${email} ${DONE[act]}.`)
}

const config = loadConfig(process.env)
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' }, until: { type: 'string' } },
  })
  const [first = '', second = ''] = positionals
  const isAct = Object.hasOwn(ACTS, first)
  if (isAct ? !isAddress(second) : !isAddress(first) || second === '') throw new StartError(USAGE)
  const database = await openDatabase(config, console.log)
  try {
    await (isAct ? actOn(database, positionals, values) : makeStaff(database, positionals))
  } finally {
    await database.close()
  }
} catch (error) {
  const isTold = error instanceof StartError || error instanceof Problem
  if (!isTold && !(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error
  console.error((error as Error).message)
  process.exit(1)
}
