/**
 * Twenty questions in a member's own words over the demo discussions, written before anything was tuned to them. Eighteen
 * have their discussion among the first three; two share one word with theirs, which rises among the first five once staff
 * keep a synonym.
 */
import { expect, it } from 'vitest'
import { AddSearchSynonym, FindThreads } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startIndex } from '../harness/search-index.ts'
import { startTestServer } from '../harness/test-server.ts'

const FIRST = 3
const FIRST_BY_SYNONYM = 5
const SEEN = 10
const QUESTIONS = [
  ['our JV partner boycotts board meetings so there is never a quorum', 'Joint venture partner stopped'],
  ['should the whistleblowing hotline be outsourced or internal', 'Whistleblower channel'],
  ['how short can board minutes be', 'The two-page minute'],
  ['insurer sent a reservation of rights letter about our product recall', 'Insurer reserves rights'],
  ['demand letter because our website is not accessible', 'Accessibility claims'],
  ['employment contract for truck drivers working in several countries', 'Drivers hired'],
  ['unlimited liability for a data breach, vendor side', 'Uncapped indemnity'],
  ['works council and rollout of an AI tool', 'Works council'],
  ['tracking open source licences in embedded software', 'Open source in firmware'],
  ['customer sent a huge security questionnaire', 'Security questionnaire'],
  ['witness asks for his own lawyer in an internal investigation', 'Interviewing employees'],
  ['how do I end a long distributor relationship', 'Terminating a distributor'],
  ['employee works from a state where the company is not registered', 'Employee in a state'],
  ['two language versions of a contract contradict each other', 'Bilingual contracts'],
  ['force majeure because of export licence delay', 'Anyone seen a distributor'],
  ['who decides whether we pay a ransom after a cyberattack', 'Ransomware playbook'],
  ['subject access requests after layoffs', 'DSAR flood'],
  ['migrating to a new contract management system', 'Contract system migration'],
] as const
const WITH_SYNONYM = [
  [
    'regulator says our document production was incomplete',
    'Regulator asked for',
    { word: 'production', synonym: 'produced' },
  ],
  ['approval limits: who may sign small contracts', 'Who signs below', { word: 'approval', synonym: 'authority' }],
] as const

const testServer = await startTestServer()
await startIndex(testServer)
const [helen, staff] = await testServer.members(demoMembers.member, demoMembers.staff)

/** From 1; beyond `SEEN`, that much more. */
const placeOf = async (search: string, topic: string) => {
  const { items } = (await helen.ask(FindThreads, { search, limit: SEEN })).found_threads
  return items.findIndex((item) => item.topic.startsWith(topic)) + 1 || SEEN + 1
}

it.each(QUESTIONS)('“%s” finds “%s …”', async (search, topic) => {
  expect(await placeOf(search, topic)).toBeLessThanOrEqual(FIRST)
})

it.each(WITH_SYNONYM)('“%s” finds “%s …” by a synonym', async (search, topic, pair) => {
  const before = await placeOf(search, topic)
  expect(before).toBeGreaterThan(FIRST)
  await staff.ask(AddSearchSynonym, pair)
  const after = await placeOf(search, topic)
  expect(after).toBeLessThan(before)
  expect(after).toBeLessThanOrEqual(FIRST_BY_SYNONYM)
})
