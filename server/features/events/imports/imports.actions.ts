/** Imports CSVs of events, and of recordings whose files staff uploaded. What is known stays as it is. */
import { uploadedVideo } from '#server/features/materials/index.ts'
import { idsOfNames } from '#server/features/networks/index.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { importRows, readCsv, type CsvRow, type Outcome } from '#server/platform/imports/imports.ts'
import type { ImportOrder } from '#server/platform/imports/imports.routes.ts'
import { requireUploadNamed } from '#server/platform/uploads/claim-uploads.ts'
import { EVENT_ROLES, EVENT_TITLE } from '#shared/events.ts'
import { IMPORT_COLUMNS, type ImportResult } from '#shared/imports.ts'
import { isCalendarDay } from '#shared/kit/dates.ts'
import { checkedEvent, refuse, requireText, type EventFields, type PersonInput } from '../staff/event-checks.ts'
import { writeEvent } from '../staff/event-desk.actions.ts'
import { insertEventVideo } from '../staff/event-desk.sql.ts'
import {
  selectCategoryNamed,
  selectEventOnDay,
  selectKnownEvent,
  selectKnownRecording,
  selectLocationNamed,
} from './imports.sql.ts'

type Tools = Pick<AppContext, 'pool' | 'bus' | 'blobs'>

export function importEvents(
  { pool, bus }: Pick<Tools, 'pool' | 'bus'>,
  { text, isDryRun, staffId }: ImportOrder,
): Promise<ImportResult> {
  const rows = readCsv(text, IMPORT_COLUMNS.events)
  return importRows(pool, bus, { rows, isDryRun }, (tx, row) => takeEvent(tx, row, staffId))
}

async function takeEvent(tx: Transaction, row: CsvRow, staffId: number): Promise<Outcome> {
  const event = checkedEvent(await eventOf(tx, row))
  const { rows: known } = await tx.query(
    selectKnownEvent({ networkId: event.peer_network_id, title: event.title, wallStart: event.wall_start }),
  )
  if (known[0]) return 'known'
  await writeEvent(tx, staffId, { id: null, event })
  return 'made'
}

/** "2026-12-01 18:00", or with a T between. */
const wallTimeOf = (given: string) => given.replace(' ', 'T')

async function eventOf(tx: Transaction, { cell, list }: CsvRow): Promise<EventFields> {
  const { networks, topics } = await idsOfNames(tx, { networks: [cell('network')], topics: list('topics') })
  const capacity = cell('capacity')
  if (!/^\d{0,7}$/.test(capacity)) throw refuse('capacity', `“${capacity.slice(0, 40)}” isn’t a number of places.`)
  return {
    peer_network_id: networks[0]!,
    category_id: await idNamed(tx, selectCategoryNamed, { what: 'category', name: cell('category') }),
    title: cell('title'),
    description: cell('description'),
    wall_start: wallTimeOf(cell('starts')),
    wall_end: wallTimeOf(cell('ends')),
    time_zone: cell('time_zone'),
    location_id: cell('location')
      ? await idNamed(tx, selectLocationNamed, { what: 'city', name: cell('location') })
      : null,
    venue: cell('venue'),
    capacity: capacity === '' ? null : Number(capacity),
    areas_of_expertise: topics,
    people: EVENT_ROLES.flatMap((role) => list(`${role}s`).map((person) => personOf(role, person))),
  }
}

async function idNamed(
  tx: Transaction,
  select: typeof selectCategoryNamed | typeof selectLocationNamed,
  { what, name }: { what: string; name: string },
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(select({ name }))
  if (!rows[0]) throw refuse(what, `There’s no ${what} named “${name.slice(0, 100)}.”`)
  return rows[0].id
}

/** A member by email address, anybody else as "Name, title". */
function personOf(role: PersonInput['role'], person: string): PersonInput {
  if (/^\S+@\S+$/.test(person)) return { role, email: person }
  const [name = '', ...title] = person.split(',')
  return { role, name, title: title.join(',') }
}

export function importRecordings(tools: Tools, { text, isDryRun, staffId }: ImportOrder): Promise<ImportResult> {
  const { pool, bus } = tools
  const rows = readCsv(text, IMPORT_COLUMNS.recordings)
  return importRows(pool, bus, { rows, isDryRun }, (tx, row) => takeRecording(tools, { tx, row, staffId }))
}

async function takeRecording(
  tools: Tools,
  { tx, row: { cell, list }, staffId }: { tx: Transaction; row: CsvRow; staffId: number },
): Promise<Outcome> {
  const title = requireText(cell('title'), { field: 'title', name: 'a title', limit: EVENT_TITLE })
  const { networks } = await idsOfNames(tx, { networks: [cell('network')] })
  const day = cell('date')
  if (!isCalendarDay(day)) throw refuse('date', 'Enter the day of the event as YYYY-MM-DD.')
  const { rows: events } = await tx.query<{ id: number }>(
    selectEventOnDay({ networkId: networks[0], title: cell('event'), day }),
  )
  if (!events[0]) throw refuse('event', `There’s no event named “${cell('event').slice(0, 100)}” on ${day}.`)
  const eventId = events[0].id
  const { rows: known } = await tx.query(selectKnownRecording({ eventId, title }))
  if (known[0]) return 'known'
  const addVideo = await uploadedVideo(tools, {
    userId: staffId,
    file: await requireUploadNamed(tx, staffId, cell('file')),
    poster: cell('poster') === '' ? null : await requireUploadNamed(tx, staffId, cell('poster')),
    captions: '',
    chapters: list('chapters').join('\n'),
  })
  const videoId = await addVideo(tx)
  const { rows } = await tx.query<{ id: number }>(
    insertEventVideo({ eventId, videoId, title, description: cell('description') }),
  )
  await recordStaffAction(tx, staffId, { act: 'event_video.imported', itemId: rows[0]!.id, itemName: title })
  return 'made'
}
