/** Tries to do alone what needs a second person, to have it done twice, and to write while viewing as a member. */
import { describe, expect, it } from 'vitest'
import {
  DecideApproval,
  ReplyToThread,
  RequestApproval,
  SaveFeatureFlag,
  StartImpersonation,
  UpdateLastOnline,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { sampleOf, seed } from '../harness/full.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

const TRIES = 50
/** In a full run 200 rounds of 50 tries: 10,000. */
const rounds = sampleOf(
  Array.from({ length: 200 }, (_, round) => round),
  25,
)

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const asker = await newStaff(testServer, { role: 'owner' })
const second = await newStaff(testServer, { role: 'owner' })
const third = await newStaff(testServer, { role: 'owner' })
const moderator = await newStaff(testServer, { role: 'moderator' })

const count = async (query: string, values: unknown[] = []) =>
  (await testServer.sql<{ n: number }>(`select count(*)::integer as n from ${query}`, values))[0]!.n
const switched = () => count(`staff_acts where act = 'feature.switched' and actor_id = $1`, [asker.id])
const isEnabled = async () =>
  (
    await testServer.sql<{ enabled: boolean }>(
      `select enabled from feature_flags where key = 'map' and user_id is null`,
    )
  )[0]?.enabled ?? true

/** The tries of a round, in an order that differs with the commit and the round. */
const mixed = <T>(tries: readonly T[], round: number): T[] =>
  tries
    .map((item, index) => ({ item, order: Math.imul((index + 1) * 2_654_435_761 + round, seed | 1) >>> 0 }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item)

describe(`under ${rounds.length * TRIES} tries (STAFF-two-persons)`, () => {
  it('nobody approves their own request, and what two people approve at once is done once', async () => {
    for (const round of rounds) {
      const variables = { key: 'map', enabled: !(await isEnabled()) }
      const { id } = (
        await asker.ask(RequestApproval, {
          operation: 'SaveFeatureFlag',
          variables,
          reason: 'It is noticed in a test.',
        })
      ).requestApproval
      const before = await switched()
      const alone = [
        () => asker.op(DecideApproval, { id, approve: true }),
        () => moderator.op(DecideApproval, { id, approve: true }),
        () => helen.op(DecideApproval, { id, approve: true }),
      ]
      // Before anybody may approve, all who may not have tried.
      for (const { code } of await Promise.all([...alone, ...alone].map((attempt) => attempt())))
        expect(['approvals.own', 'staff.not_found']).toContain(code)
      expect((await asker.op(SaveFeatureFlag, variables)).code).toBe('approvals.needed')
      expect({ switched: await switched(), enabled: await isEnabled() }).toEqual({
        switched: before,
        enabled: !variables.enabled,
      })
      const decide = [second, third].map((owner) => () => owner.op(DecideApproval, { id, approve: true }))
      const tries = Array.from({ length: TRIES - 7 }, (_, index) => [...decide, ...alone][index % 5]!)
      const answers = await Promise.all(mixed(tries, round).map((attempt) => attempt()))
      for (const { code } of answers)
        expect([undefined, 'approvals.own', 'approvals.decided', 'staff.not_found']).toContain(code)
      expect({ switched: await switched(), enabled: await isEnabled() }).toEqual({
        switched: before + 1,
        enabled: variables.enabled,
      })
      const decisions = `staff_acts where act = 'approval.given' and item_id = $1`
      expect(await count(decisions, [id])).toBe(1)
      expect(await count(`${decisions} and actor_id = any($2)`, [id, [second.id, third.id]])).toBe(1)
    }
  })
})

describe(`under ${rounds.length * TRIES} tries (STAFF-impersonation)`, () => {
  it('nothing is written by someone who views the community as a member', async () => {
    const thread = await insertThread(testServer, { author: helen.id, networks: [legal] })
    await ruth.ask(StartImpersonation, { id: helen.id, reason: 'You wrote that the feed is empty.' })
    const written = async () => ({
      messages: await count('messages'),
      acts: await count(`staff_acts where act <> 'impersonation.started'`),
      approvals: await count('approvals'),
      online: await testServer.sql('select id, last_online_at from users where id = any($1) order by id', [
        [ruth.id, helen.id],
      ]),
    })
    const before = await written()
    const enabled = await isEnabled()
    for (const round of rounds) {
      const reply = { thread_id: thread.id, body: '<p>Written by somebody else.</p>' }
      const tries = Array.from(
        { length: TRIES },
        (_, index) =>
          [
            () => ruth.op(ReplyToThread, { ...reply, idempotency_key: newKey() }),
            () => ruth.op(SaveFeatureFlag, { key: 'map', enabled: !enabled, email: demoMembers.member }),
            () =>
              ruth.op(RequestApproval, {
                operation: 'SaveFeatureFlag',
                variables: { key: 'map', enabled },
                reason: 'Why',
              }),
            () => ruth.op(UpdateLastOnline, {}),
            () => ruth.op(StartImpersonation, { id: helen.id, reason: 'For longer.' }),
          ][index % 5]!,
      )
      for (const { code } of await Promise.all(mixed(tries, round).map((attempt) => attempt())))
        expect(code).toBe('impersonation.read_only')
    }
    expect(await written()).toEqual(before)
  })
})
