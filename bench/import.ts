/** npm run bench -- import: 10,000 messages, HTML and text, with realistic quoting, into a separate database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadConfig } from '#server/config.ts'
import { archives, importArchive } from '#server/features/mail/index.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { median, print, round, ROUNDS } from './kit.ts'

const MESSAGES = 10_000
const ANSWERS = 3
const WORDS =
  'counsel board fee clause notice vendor renewal privilege audit counterparty closing waiver custodian retention'.split(
    ' ',
  )

const folder = await mkdtemp(path.join(tmpdir(), 'bench-import-'))
try {
  const config = loadConfig({
    ...process.env,
    DATA_DIR: folder,
    DEMO: 'off',
    DATABASE_URL: process.env['DATABASE_URL'] ?? '',
  })
  const database = await openDatabase(config)
  try {
    await database.write.query(`
      insert into disciplines (type, name, team_name) values ('legal', 'Legal', 'Legal team') on conflict do nothing;
      insert into peer_networks (slug, discipline_id, theme, display_name)
      select 'bench-import', id, 'legal', 'Import' from disciplines where type = 'legal' on conflict do nothing`)
    const seconds: number[] = []
    let bytes = 0
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      bytes = 0
      const counted = async function* () {
        for (const piece of archive(`${turn}-${Date.now()}`)) {
          bytes += piece.length
          yield piece
        }
      }
      const report = await importArchive(
        database.write,
        localBlobs(path.join(folder, 'files')),
        archives.read(counted()),
        {
          network: 'bench-import',
        },
      )
      if (report.taken !== MESSAGES) throw new Error(`Only ${report.taken} of ${MESSAGES} messages were taken.`)
      seconds.push(report.seconds)
    }
    const taken = median(seconds)
    print('import', {
      messages: MESSAGES,
      megabytes: round(bytes / 1e6, 1),
      seconds: round(taken, 2),
      messages_per_second: Math.round(MESSAGES / taken),
      ratio_to_limit: round(taken / 60),
    })
  } finally {
    await database.close()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Questions with three answers each; every answer quotes the whole conversation below it. */
function* archive(run: string): Generator<Buffer> {
  const perThread = ANSWERS + 1
  for (let index = 0; index < MESSAGES; index += 1) {
    const [thread, turn] = [Math.floor(index / perThread), index % perThread]
    const ids = Array.from({ length: turn + 1 }, (_, at) => `<${run}.${thread}.${at}@bench.test>`)
    const said = Array.from({ length: turn + 1 }, (_, at) => prose(thread * 7 + at))
    const date = new Date(Date.UTC(2020, 0, 1) + index * 600_000).toUTCString()
    const quote = said.slice(0, -1).reverse()
    const text = `${said.at(-1)}\n\n${quote.map((old, level) => `${'> '.repeat(level)}On ${date}, Author wrote:\n${'> '.repeat(level + 1)}${old}`).join('\n')}`
    const html = `<div>${said.at(-1)}</div><div class="gmail_quote">On ${date}, Author wrote:${quote.map((old) => `<blockquote type="cite"><p>${old}</p>`).join('')}${'</blockquote>'.repeat(quote.length)}</div>`
    yield Buffer.from(
      `From bench@bench.test Mon Jan  4 09:30:00 2021\nMessage-ID: ${ids.at(-1)}\nFrom: Author ${index % 400} <author${index % 400}@bench.test>\nDate: ${date}\n` +
        `Subject: ${turn ? 'Re: ' : ''}${prose(thread).slice(0, 60)} ${thread}\n${turn ? `References: ${ids.slice(0, -1).join('\n ')}\n` : ''}MIME-Version: 1.0\n` +
        `Content-Type: multipart/alternative; boundary=cut\n\n--cut\nContent-Type: text/plain; charset=utf-8\n\n${text}\n--cut\nContent-Type: text/html; charset=utf-8\n\n${html}\n--cut--\n\n`,
    )
  }
}

function prose(seed: number): string {
  return Array.from({ length: 120 }, (_, at) => WORDS[(seed * 31 + at * at * 7 + at) % WORDS.length]).join(' ')
}
