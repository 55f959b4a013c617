/** Who is who: the same people in the demo community and in the tests. */
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

/** Offered on the sign-in page of a demo; suspended and billing accounts exist for tests only. */
export const DEMO_ACCOUNTS: { email: string; label: string; description: string }[] = [
  {
    email: 'member@legal.test',
    label: 'General counsel, legal network',
    description: 'Helen Marsh, Ostrander. Four years a member, asks and answers often.',
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
    description: 'Tomás Villaseñor, Quetzaltin Mobility. Joined this week, still being welcomed.',
  },
  {
    email: 'trial@legal.test',
    label: 'Trial member, legal network',
    description: 'Nathan Brooks, Sable & Pine. Trial ends in eighteen days.',
  },
  {
    email: 'staff@counterpart.test',
    label: 'Staff',
    description: 'Ruth Calloway, Counterpart. Reads what waits for review.',
  },
]
