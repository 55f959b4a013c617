/** A separate database, messages to fill archives with, and the result of their import. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { loadConfig } from '#server/config.ts'
import { archives, importArchive, type Outcome } from '#server/features/mail/index.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { openDatabase } from '#server/platform/database/database.ts'

export type Kit = Awaited<ReturnType<typeof openKit>>

/** Embedded, or a new database on the server of TEST_DATABASE_URL, with these networks. */
export async function openKit(networks: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'mail-import-'))
  const server = process.env['TEST_DATABASE_URL']
  const scratch = `mail_import_${randomBytes(4).toString('hex')}`
  if (server) await onServer(server, `create database ${scratch}`)
  const DATABASE_URL = server && Object.assign(new URL(server), { pathname: `/${scratch}` }).href
  const database = await openDatabase(loadConfig({ DATA_DIR: folder, DEMO: 'off', DATABASE_URL }))
  await database.write.query(`insert into disciplines (type, name, team_name) values ('legal', 'Legal', 'Legal team')`)
  await database.write.query(
    `insert into peer_networks (slug, discipline_id, theme, display_name) select slug, 1, 'legal', slug from unnest($1::text[]) as slug`,
    [networks],
  )
  const rows = async (text: string, values: unknown[] = []): Promise<any[]> =>
    (await database.write.query(text, values)).rows
  const one = async (text: string, values: unknown[] = []) => (await rows(text, values))[0]
  return {
    rows,
    one,
    drift: async () => Number((await one('select count(*) from drifted_threads(array(select id from threads))')).count),
    async take(network: string, input: readonly Buffer[] | AsyncIterable<Uint8Array>) {
      const outcomes: Outcome[] = []
      const blobs = localBlobs(path.join(folder, 'files'))
      const onOutcome = (outcome: Outcome) => outcomes.push(outcome)
      const report = await importArchive(database.write, blobs, archives.read(flowing(input)), { network, onOutcome })
      return { report, outcomes }
    },
    async close() {
      await database.close()
      if (server) await onServer(server, `drop database ${scratch} with (force)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function* flowing(input: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  yield* input
}

async function onServer(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

export interface Letter {
  id?: string
  from?: string
  subject?: string
  date?: string
  answers?: string[]
  body?: string | Buffer
  headers?: string[]
}

/** One message of an archive, in mboxrd format. */
export function letter({
  id,
  from = 'Ann Lee <ann@firm.test>',
  subject,
  date,
  answers = [],
  body = 'Hello.',
  headers = [],
}: Letter): Buffer {
  const head = [
    ...(id ? [`Message-ID: <${id}@firm.test>`] : []),
    ...(from ? [`From: ${from}`] : []),
    ...(subject === undefined ? [] : [`Subject: ${subject}`]),
    ...(date ? [`Date: ${date}`] : []),
    ...(answers.length > 0 ? [`References: ${answers.map((answer) => `<${answer}@firm.test>`).join(' ')}`] : []),
    ...headers,
  ]
  return Buffer.concat([
    Buffer.from(`From list@firm.test Mon Jan  4 09:30:00 2021\n${head.join('\n')}\n\n`),
    Buffer.from(body as string),
    Buffer.from('\n\n'),
  ])
}
