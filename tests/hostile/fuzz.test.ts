/**
 * 100,000 calls in a full run, at most 10,000 otherwise, of every operation with variables that no honest page sends.
 * Every response must be data that fits the schema or a refusal, never a server error.
 */
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
} from 'graphql'
import { expect, it } from 'vitest'
import { Problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { makeSessions } from '#server/platform/session/sessions.ts'
import { demoMembers } from '../demo-members.ts'
import { isFull, oneOf, seed } from '../harness/full.ts'
import { startTestServer } from '../harness/test-server.ts'
import { storeDocuments } from '../harness/peer-documents.ts'
import { schemaErrors } from '../harness/response-schema.ts'

const RUNS = isFull ? 100_000 : Math.ceil(10_000 / oneOf)
const AT_ONCE = 12
const VALIDATE_EACH = 20

const testServer = await startTestServer({ DATABASE_POOL: '4', DATABASE_SEARCH_POOL: '4', DATABASE_WRITE_POOL: '4' })
// Staff's decisions read the files of documents.
await storeDocuments(testServer)
const { engine, run } = testServer.application
const { operations, schema } = engine.contract

const viewers: Session[] = []
for (const email of [
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.staff,
  demoMembers.newcomer,
  'frank@members.test',
]) {
  const { id } = await testServer.member(email)
  viewers.push((await signedIn(id))!)
}

/** With a session of its own; undefined if the account is gone. */
async function signedIn(userId: number): Promise<Session | undefined> {
  const [row] = await testServer.sql<{ token: string }>(
    `insert into sessions (user_id, token, expires_at)
     select p.user_id, gen_random_uuid()::text, now() + interval '1 day' from profiles p where p.user_id = $1 returning token`,
    [userId],
  )
  const sessions = makeSessions({ pool: testServer.database.write, secret: 'unused', cookieName: 'unused' })
  return row && (await sessions.standing([row.token])).get(row.token)
}

/**
 * Whether the viewer's session has ended meanwhile, by a call that ends sessions or merges accounts. Then the member signs
 * in again, or is gone, as on the web.
 */
async function hasEnded(viewer: Session): Promise<boolean> {
  const [open] = await testServer.sql('select id from sessions where id = $1', [viewer.session_id])
  if (open) return false
  const at = viewers.indexOf(viewer)
  const again = await signedIn(viewer.id)
  if (at >= 0) viewers.splice(at, 1, ...(again ? [again] : []))
  return true
}

/** A seeded random generator, so that a failing run can be repeated. */
function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    one: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)]!,
  }
}
type Random = ReturnType<typeof seeded>

const TEXTS = [
  '',
  ' ',
  'a',
  'board',
  "'",
  '"',
  '\\',
  '%',
  '_',
  '$1',
  '$$',
  '--',
  '/*',
  '*/',
  ';',
  '(',
  ')',
  '&',
  '|',
  '!',
  ':*',
  '<->',
  'a & ',
  '"unfinished',
  '-',
  '- -',
  'or',
  'or or',
  '\0',
  '\u0001',
  '\ud800',
  '\udfff',
  '\ufeff',
  '\u202e',
  '😀',
  'ß',
  'İ',
  '<script>',
  '<p>',
  '</p>',
  '<a href="javascript:x">',
  '<span data-mention-id="1">x</span>',
  '{}',
  '[]',
  'null',
  'NaN',
  '1e999',
  '__proto__',
  'constructor',
  '2026-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '275760-09-13T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-12-31T24:00:00Z',
  '2026-12-31T23:59:60Z',
  '2026-01-01T00:00:00+23:59',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-12:00',
  "x'; drop table users; --",
] as const
const NUMBERS = [
  0,
  1,
  2,
  3,
  25,
  26,
  100,
  1_000,
  1_001,
  100_000,
  100_001,
  -1,
  -0,
  0.5,
  1e9,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e308,
  Infinity,
  Number.NaN,
] as const

function text(random: Random): string {
  const pieces = Array.from({ length: random.below(6) }, () =>
    random.next() < 0.7 ? random.one(TEXTS) : String.fromCodePoint(random.below(0x10ffff)),
  )
  return random.next() < 0.002 ? random.one(TEXTS).repeat(20_000) : pieces.join(random.one(['', ' ']))
}
function anything(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 4 ? 6 : 9)
  if (kind === 0) return null
  if (kind === 1) return undefined
  if (kind === 2) return random.next() < 0.5
  if (kind === 3) return random.one(NUMBERS)
  if (kind <= 5) return text(random)
  if (kind <= 7) return Array.from({ length: random.below(4) }, () => anything(random, depth + 1))
  return Object.fromEntries(Array.from({ length: random.below(4) }, () => [text(random), anything(random, depth + 1)]))
}
/** Random values of the right type, so that they pass request validation. */
function plausible(random: Random, type: GraphQLInputType): unknown {
  if (!isNonNullType(type) && random.next() < 0.2) return null
  const inner = isNonNullType(type) ? type.ofType : type
  if (isListType(inner))
    return Array.from({ length: random.below(random.next() < 0.02 ? 1_002 : 5) }, () => plausible(random, inner.ofType))
  const named = getNamedType(inner)
  if (isEnumType(named)) return random.one(named.getValues()).name
  if (isInputObjectType(named))
    return Object.fromEntries(
      Object.values(named.getFields()).map((field) => [field.name, plausible(random, field.type)]),
    )
  if (named.name === 'Float') return random.one(NUMBERS)
  if (named.name === 'Id') return random.next() < 0.9 ? 1 + random.below(120) : random.one(NUMBERS)
  if (named.name === 'Int') return random.next() < 0.7 ? random.below(26) : random.one(NUMBERS)
  if (named.name === 'Boolean') return random.next() < 0.5
  return text(random)
}

const known = [...operations.values()].map((node) => ({
  name: node.name!.value,
  node,
  variables: (node.variableDefinitions ?? []).map((definition) => ({
    name: definition.variable.name.value,
    type: typeFromAST(schema, definition.type) as GraphQLInputType,
  })),
}))

function call(random: Random) {
  const operation = random.one(known)
  const strange = random.next() < 0.7
  if (strange && random.next() < 0.1) return { operation, variables: anything(random) }
  const variables: Record<string, unknown> = {}
  for (const { name, type } of operation.variables) {
    if (name === 'idempotency_key' && !strange) variables[name] = `fuzz-${random.below(5_000)}-key`
    else if (isNonNullType(type) || random.next() < 0.4)
      variables[name] = strange && random.next() < 0.4 ? anything(random) : plausible(random, type)
  }
  if (strange && random.next() < 0.1) variables[text(random)] = anything(random)
  return { operation, variables }
}

it(
  `answers or refuses ${RUNS.toLocaleString('en-US')} hostile calls and fails none`,
  { timeout: 240_000 },
  async () => {
    const random = seeded(seed)
    const failures: unknown[] = []
    let [answered, refused, done] = [0, 0, 0]
    const began = performance.now()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (done < RUNS && failures.length < 5) {
          done += 1
          const { operation, variables } = call(random)
          const viewer = viewers[random.below(viewers.length)]!
          try {
            const data = JSON.parse(await run(viewer, operation.name, variables)) as unknown
            answered += 1
            const faults = answered % VALIDATE_EACH === 0 ? schemaErrors(engine.contract, operation.node, data) : []
            if (faults.length > 0 && !(await hasEnded(viewer)))
              failures.push({ seed, operation: operation.name, variables, faults })
          } catch (error) {
            if (error instanceof Problem && error.status < 500) refused += 1
            else if (!(await hasEnded(viewer)))
              failures.push({
                seed,
                operation: operation.name,
                variables: JSON.stringify(variables)?.slice(0, 500),
                error,
              })
          }
        }
      }),
    )
    const seconds = (performance.now() - began) / 1000
    console.log(`${answered} answered, ${refused} refused in ${seconds.toFixed(1)} s (seed ${seed})`)
    expect(failures).toEqual([])
    // If all calls failed validation, the fuzzer would prove little.
    expect(answered).toBeGreaterThan(RUNS / 10)
    expect(refused).toBeGreaterThan(RUNS / 10)
    const drifted = await testServer.sql('select drifted_threads(array(select id from threads)) as id')
    expect(drifted).toEqual([])
  },
)
