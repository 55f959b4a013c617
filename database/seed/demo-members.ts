/** Lookup of the demo's people, shared by the demo community and the tests. */
import { people, type PersonSeed } from './people.ts'

export { people }
export type { PersonSeed }

export const DEMO_PASSWORD = 'counterpart-demo-2026'

export const personByKey = new Map(people.map((person) => [person.key, person]))
export const personByEmail = new Map(people.map((person) => [person.email, person]))

const ids = new Map(people.map((person, index) => [person.key, index + 1]))

export function requirePerson(key: string): PersonSeed & { id: number } {
  const person = personByKey.get(key)
  if (person === undefined) throw new Error(`Nobody in the cast is called “${key}”.`)
  return { ...person, id: ids.get(key)! }
}

export const personName = ({ first_name, last_name }: PersonSeed) => `${first_name} ${last_name}`

/** Token of the open invitation in the demo: anyone may try it, so it needs no secret. */
export const DEMO_INVITATION = 'demo-invitation-link-1'

/** Shown on the demo's sign-in page, which opens `path` if there is one. A suspended account is for tests only. */
export const DEMO_ACCOUNTS: { email: string; label: string; description: string; path?: string }[] = [
  {
    email: 'member@legal.test',
    label: 'General counsel, legal network',
    description: 'Helen Marsh, Ostrander. Member for four years. Asks and answers often.',
  },
  {
    email: 'peer@legal.test',
    label: 'General counsel, two networks',
    description: 'Marcus Oyelaran, Norvane Energy. Legal Network and The Suite.',
  },
  { email: 'member@finance.test', label: 'CFO, finance network', description: 'Samuel Adeyemi, Brightwater Foods.' },
  { email: 'member@executive.test', label: 'COO, executive network', description: 'Ingrid Solheim, Halcyra Freight.' },
  {
    email: 'newcomer@legal.test',
    label: 'Newcomer, legal network',
    description: 'Tomás Villaseñor, Quetzaltin Mobility. Joined this week. Sees the getting-started list.',
  },
  {
    email: 'trial@legal.test',
    label: 'Trial member, legal network',
    description: 'Nathan Brooks, Sable & Pine. Trial ends in 18 days.',
  },
  {
    email: 'billing@legal.test',
    label: 'Team billing admin, legal network',
    description: 'Grace Okafor, Umber Health. Pays for three members.',
  },
  {
    email: 'ben@members.test',
    label: 'Renewal past due, legal network',
    description: 'Ben Castellano, Tanglewire Software. Card was declined five days ago.',
  },
  {
    email: 'frank@members.test',
    label: 'Membership ended, legal network',
    description: 'Frank Delgado, Tamarow Paper. Can only renew.',
  },
  {
    email: 'staff@counterpart.test',
    label: 'Staff',
    description: 'Ruth Calloway, Counterpart. Reviews posts.',
  },
  {
    email: 'joining@legal.test',
    label: 'Still joining, legal network',
    description: 'Leah Novak, Ostrander. Has paid and set a password. Next: the agreement.',
  },
  {
    email: 'invitee@legal.test',
    label: 'Invited, legal network',
    description: 'Jonas Weller, Ostrander. Has an open email invitation.',
    path: `/invite/${DEMO_INVITATION}`,
  },
]
