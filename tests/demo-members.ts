/** The demo members for tests. Look them up by email or key; do not hard-code ids, which the database assigns. */
import { DEMO_PASSWORD, people, personByEmail, personName, type PersonSeed } from '#database/seed/demo-members.ts'

export { DEMO_PASSWORD }

/** Accounts that can sign in, by role. */
export const demoMembers = {
  member: 'member@legal.test',
  peer: 'peer@legal.test',
  finance: 'member@finance.test',
  executive: 'member@executive.test',
  newcomer: 'newcomer@legal.test',
  joining: 'joining@legal.test',
  trial: 'trial@legal.test',
  suspended: 'suspended@legal.test',
  groupAdmin: 'groupadmin@legal.test',
  billing: 'billing@legal.test',
  pastDue: 'ben@members.test',
  expired: 'frank@members.test',
  staff: 'staff@counterpart.test',
} as const
export type DemoMember = keyof typeof demoMembers

export function demoMember(emailOrKey: string): PersonSeed & { name: string } {
  const person = personByEmail.get(emailOrKey) ?? people.find(({ key }) => key === emailOrKey)
  if (person === undefined) throw new Error(`Nobody in the cast is known as “${emailOrKey}”.`)
  return { ...person, name: personName(person) }
}

/** The member's id in this database. */
export async function demoMemberId(
  client: { query(text: string, values: unknown[]): Promise<{ rows: { id: unknown }[] }> },
  emailOrKey: string,
): Promise<number> {
  const { email } = demoMember(emailOrKey)
  const { rows } = await client.query('select id from users where email = $1', [email])
  if (rows[0] === undefined) throw new Error(`${email} is not in this database.`)
  return Number(rows[0].id)
}

export const sameNetwork = (email: string, other: string) =>
  demoMember(email).networks.some((slug) => demoMember(other).networks.includes(slug))
