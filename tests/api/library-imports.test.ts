/** Staff import documents, events, recordings and parts of series from tables; nothing is made twice. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GetEventById, GetStaffActs, GetStaffSeries, SearchFilterEvents, SearchPeerDocuments } from '#api/operations.ts'
import { pdfOf } from '#database/seed/file-forms.ts'
import type { ImportKind, ImportResult } from '#shared/imports.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { uploaded, uploadedInParts } from '../harness/uploads.ts'

const testServer = await startTestServer()
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const video = readFileSync('database/seed/events/videos/boards.webm')

async function run(kind: ImportKind, lines: string[], { isDryRun = false, client = ruth as Client } = {}) {
  const { status, body } = await client.send('POST', `/api/staff/imports/${kind}`, {
    body: { text: lines.join('\n'), is_dry_run: isDryRun },
  })
  return { status, ...(body as { data?: ImportResult }).data }
}
const acts = async (act: string) =>
  (await ruth.ask(GetStaffActs, { limit: 100, offset: 0 })).staff_acts.items.filter((each) => each.act === act)

describe('the import of documents', () => {
  const TABLE = [
    'title,type,networks,file,topics,submitter',
    `Outside counsel terms,agreement,legal,terms.pdf,Litigation,${demoMembers.member}`,
    'A table of fees,register,legal,fees.pdf,,',
    'Missing,register,legal,missing.pdf,,',
    'Spells,spell,legal,fees.pdf,,',
    'Elsewhere,register,nowhere,fees.pdf,,',
    'No topic,register,legal,fees.pdf,Alchemy,',
    'By nobody,register,legal,fees.pdf,,nobody@example.org',
    'A second use,register,legal,fees.pdf,,',
  ]

  it('publishes each document once, with the file of its name, and says line by line what it cannot', async () => {
    await testServer.sql(`insert into areas_of_expertise (name) values ('Litigation') on conflict do nothing`)
    for (const name of ['terms.pdf', 'fees.pdf']) await uploaded(testServer, ruth, name, pdfOf([name, 'One page']))
    expect((await run('documents', TABLE, { client: helen })).status).toBe(404)
    const dry = await run('documents', TABLE, { isDryRun: true })
    expect(dry).toMatchObject({ made: 2, known: 0, isDryRun: true })
    const found = async () => (await helen.ask(SearchPeerDocuments, { search: 'counsel terms' })).peer_documents
    expect((await found()).items.map(({ title }) => title)).not.toContain('Outside counsel terms')

    const { lines } = await run('documents', TABLE)
    expect(lines!.map(({ line, reason }) => [line, reason])).toEqual([
      [2, undefined],
      [3, undefined],
      [4, 'No uploaded file is named “missing.pdf.” Upload it first; each file is used once.'],
      [5, expect.stringContaining('not “spell.”')],
      [6, 'There’s no network named “nowhere.”'],
      [7, 'There’s no topic named “alchemy.”'],
      [8, 'No member has the address nobody@example.org.'],
      [9, 'No uploaded file is named “fees.pdf.” Upload it first; each file is used once.'],
    ])
    expect((await found()).items.map(({ title }) => title)).toContain('Outside counsel terms')
    expect(
      await testServer.sql(
        `select d.submitter_id, d.state, f.name from peer_documents d join document_versions v on v.id = d.current_version_id
         join material_files f on f.id = v.file_id where d.title in ('Outside counsel terms', 'A table of fees') order by d.id`,
      ),
    ).toEqual([
      { submitter_id: helen.id, state: 'approved', name: 'Outside counsel terms.pdf' },
      { submitter_id: ruth.id, state: 'approved', name: 'A table of fees.pdf' },
    ])
    expect(await run('documents', TABLE.slice(0, 3))).toMatchObject({ made: 0, known: 2 })
    expect(await acts('document.imported')).toHaveLength(2)
  })
})

describe('the import of events and their recordings', () => {
  const [category] = ['Webinars']
  const EVENTS = [
    'title,network,category,starts,ends,time_zone,capacity,speakers,topics',
    `Filing season,legal,${category},2027-02-01 18:00,2027-02-01 19:30,America/New_York,40,"${demoMembers.peer};Ana Ruiz, Keel & Pike",`,
    `In the gap,legal,${category},2027-03-14 02:30,2027-03-14 04:00,America/New_York,,,`,
    'No category,legal,Seances,2027-02-01 18:00,2027-02-01 19:00,America/New_York,,,',
    `Too many,legal,${category},2027-02-01 18:00,2027-02-01 19:00,America/New_York,many,,`,
    `A stranger,legal,${category},2027-02-01 18:00,2027-02-01 19:00,America/New_York,,nobody@example.org,`,
  ]
  const RECORDINGS = [
    'network,event,date,title,file,chapters',
    'legal,filing season,2027-02-01,The whole evening,evening.webm,0:00 Welcome',
    'legal,Filing season,2027-02-02,The next day,evening.webm,',
    'legal,Filing season,2027-02-01,A page,page.pdf,',
  ]

  it('plans each event once, then adds its recording once', async () => {
    await testServer.sql(
      `insert into event_categories (name, hosts_label) select $1, 'Hosts' where not exists (select from event_categories where name = $1)`,
      [category],
    )
    expect(await run('events', EVENTS, { isDryRun: true })).toMatchObject({ made: 1, known: 0 })
    const { lines } = await run('events', EVENTS)
    expect(lines!.map(({ reason }) => reason)).toEqual([
      undefined,
      expect.stringContaining('This time doesn’t exist in New York'),
      'There’s no category named “Seances.”',
      '“many” isn’t a number of places.',
      'No member has the address nobody@example.org.',
    ])
    expect(await run('events', EVENTS.slice(0, 2))).toMatchObject({ made: 0, known: 1 })
    const { items } = (await helen.ask(SearchFilterEvents, { search: 'filing season' })).events
    const { id } = items.find(({ title }) => title === 'Filing season')!
    const view = async () => (await helen.ask(GetEventById, { id })).event!
    expect((await view()).speakers.map(({ name, title }) => [name, title])).toEqual([
      [expect.any(String), expect.anything()],
      ['Ana Ruiz', 'Keel & Pike'],
    ])

    await uploadedInParts(ruth, 'evening.webm', video, 'video')
    await uploaded(testServer, ruth, 'page.pdf', pdfOf(['Page', 'One']))
    expect(await run('recordings', RECORDINGS, { isDryRun: true })).toMatchObject({ made: 1 })
    expect((await run('recordings', RECORDINGS)).refused!.map(({ reason }) => reason)).toEqual([
      'There’s no event named “Filing season” on 2027-02-02.',
      'Choose an MP4 or WebM file.',
    ])
    expect((await view()).videos.map(({ title }) => title)).toEqual(['The whole evening'])
    expect(await run('recordings', RECORDINGS.slice(0, 2))).toMatchObject({ made: 0, known: 1 })
    expect(await acts('event_video.imported')).toHaveLength(1)
  })
})

describe('the import of series', () => {
  const TABLE = [
    'network,series,title,file,opens',
    'legal,Filing in ten steps,Step one,one.webm,',
    'legal,Filing in ten steps,Step two,two.webm,2027-01-05',
    'legal,Filing in ten steps,Step three,three.webm,soon',
    'legal,,Step four,four.webm,',
  ]

  it('prepares a series with its parts in order, once, and leaves publishing to staff', async () => {
    for (const name of ['one.webm', 'two.webm']) await uploadedInParts(ruth, name, video, 'video')
    expect(await run('series', TABLE, { isDryRun: true })).toMatchObject({ made: 2, known: 0 })
    expect((await run('series', TABLE)).refused!.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'Enter the day it opens as YYYY-MM-DD, or nothing.'],
      [5, 'Enter the title.'],
    ])
    expect(await run('series', TABLE.slice(0, 3))).toMatchObject({ made: 0, known: 2 })
    const { items } = (await ruth.ask(GetStaffSeries, { search: 'ten steps', limit: 10, offset: 0 })).staff_series
    expect(items).toMatchObject([{ title: 'Filing in ten steps', published_at: null }])
    expect(items[0]!.videos).toHaveLength(2)
    expect(await acts('series.part_imported')).toHaveLength(2)
  })
})
