/** CLE credits of the demo: three years, two states, some of them signed, one with a file, one revoked. */
import type { ClientBase } from 'pg'
import { issueCertificate, type Signer } from '#server/features/cle/index.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { requirePerson } from './demo-members.ts'
import { pdfOf } from './file-forms.ts'

const DAY_MS = 24 * 3_600_000

const ADMISSIONS: readonly [key: string, state: string, year: number][] = [
  ['helen', 'New York', 2009],
  ['helen', 'California', 2014],
  ['marcus', 'Texas', 2006],
  ['grace', 'New York', 2011],
]

/** Of other providers, so many days ago. */
const ENTERED: readonly [key: string, title: string, days: number, minutes: number, state: string][] = [
  ['helen', 'Ethics for in-house teams', 174, 120, 'CA'],
  ['helen', 'Board minutes that hold up', 69, 75, 'NY'],
  ['helen', 'Negotiating model indemnities, part 1', 96, 100, 'NY'],
  ['helen', 'Employment law update', 260, 180, 'NY'],
  ['helen', 'Cybersecurity duties of counsel', 410, 60, 'NY'],
  ['helen', 'Bias in the legal profession', 430, 90, 'CA'],
  ['helen', 'Antitrust for general counsel', 520, 250, 'NY'],
  ['helen', 'Competence and technology', 640, 480, 'CA'],
  ['helen', 'Contract drafting workshop', 700, 360, 'NY'],
  ['helen', 'Trade secrets in practice', 800, 600, 'CA'],
  ['marcus', 'Energy regulation in Texas', 120, 90, 'TX'],
  ['grace', 'Health privacy, one year on', 200, 150, 'NY'],
]

const ATTENDED: readonly [key: string, event: string, state: string, number: string, minutes: number][] = [
  ['helen', 'Privilege in internal investigations', 'NY', 'NY-2026-118', 62],
  ['helen', 'Privilege in internal investigations', 'CA', 'CA-26-4471', 62],
  ['helen', 'Main stage: autumn sessions', 'NY', 'NY-2026-204', 125],
  ['marcus', 'Main stage: autumn sessions', 'TX', 'TX-926114', 120],
]

interface SeedTools {
  signer: Signer
  put: (bytes: Buffer) => Promise<string>
  now: Date
}

export async function seedCle(client: ClientBase, { signer, put, now }: SeedTools): Promise<void> {
  const idOf = (key: string) => requirePerson(key).id
  const dayBefore = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
  for (const [key, state, year] of ADMISSIONS)
    await client.query(
      `insert into bar_qualifications (user_id, state, year_passed, upload_date) select $1, $2, $3, now()
       where not exists (select from bar_qualifications where user_id = $1 and state = $2)`,
      [idOf(key), state, year],
    )
  const staff = idOf('ruth')
  for (const [key, title, days, minutes, state] of ENTERED)
    await client.query(
      `insert into cle_credits (user_id, title, event_date, minutes, jurisdiction, origin, created_by) values ($1, $2, $3, $4, $5, 'import', $6)`,
      [idOf(key), title, dayBefore(days), minutes, state, staff],
    )
  const file = await put(pdfOf(['Certificate of attendance', 'Ethics for in-house teams', 'Two hours, California']))
  await client.query(
    `update cle_credits set origin = 'staff', file_name = 'Ethics certificate.pdf', file_type = 'application/pdf', file_key = $1 where title = $2`,
    [file, ENTERED[0]![1]],
  )
  await client.query(
    `update cle_credits set revoked_at = now(), revoked_by = $1, revoke_reason = 'Entered twice.' where title = 'Employment law update'`,
    [staff],
  )
  await seedAttended(client, signer, idOf)
  await accreditVideo(client)
}

/** Eight minutes: the fewest that earn something in California, which rounds to the nearest quarter of a credit. */
async function accreditVideo(client: ClientBase): Promise<void> {
  await client.query(
    `insert into cle_accreditations (video_id, jurisdiction, title, number, minutes, valid_from, valid_until)
     select v.id, 'CA', 'Five habits of privileged notes', 'CA-26-5120', 8, current_date - 30, current_date + 365
     from material_videos v where v.name = 'Five habits of privileged notes.webm'`,
  )
}

async function seedAttended(client: ClientBase, signer: Signer, idOf: (key: string) => number) {
  const tx = { query: client.query.bind(client) } as Pick<Transaction, 'query'> as Transaction
  for (const [key, title, jurisdiction, number, minutes] of ATTENDED) {
    const { rows } = await client.query<{ id: string; day: string }>(
      `insert into cle_accreditations (event_id, jurisdiction, title, number, minutes, valid_from, valid_until)
       select e.id, $2, e.title, $3, $4, e.wall_start::date - 30, e.wall_start::date + 365 from events e where e.title = $1
       returning id, (select wall_start::date::text from events where id = event_id) as day`,
      [title, jurisdiction, number, minutes],
    )
    const { id, day } = rows[0]!
    const accreditation = { id: Number(id), title, number, jurisdiction }
    await issueCertificate(tx, signer, { userId: idOf(key), origin: 'attended', accreditation, minutes, day })
  }
}
