/** Staff create, change and cancel events and what belongs to them. Each act is in the trail of staff. */
import type pg from 'pg'
import { addUploadedFile, uploadedVideo } from '#server/features/materials/index.ts'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { EVENT_IMAGES, EVENT_TITLE } from '#shared/events.ts'
import { mayInEach } from '#shared/staff-roles.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { promote } from '../attendance/attendance.actions.ts'
import { eventNews } from '../attendance/attendance.signals.ts'
import { lockEvent } from '../attendance/attendance.sql.ts'
import { checkedEvent, instantOf, refuse, requireText, type EventFields, type PersonInput } from './event-checks.ts'
import {
  answerRequest,
  cancelEventRow,
  deleteEventDocument,
  deleteEventVideo,
  deletePeople,
  deleteSession,
  insertEvent,
  insertEventDocument,
  insertEventVideo,
  insertPeople,
  insertSession,
  replaceAreas,
  selectCategoryConflict,
  selectMembers,
  selectRegistered,
  setSessionVideo,
  updateEvent,
  updateSession,
  upsertCategory,
} from './event-desk.sql.ts'

interface LockedEvent {
  id: number
  title: string
  peer_network_id: number
  capacity: number | null
}

type Staff = Pick<Viewer, 'id' | 'grants'>

/** To staff of other networks an event does not exist. Null: of no event. */
function requireStaffOf({ grants }: Staff, networkId: number | null, field: string): void {
  if (!mayInEach(grants, 'content', networkId === null ? [] : [networkId])) throw hiddenFromMembers(field)
}

/** Locks the event until the end of the transaction. */
export async function requireLocked(tx: Transaction, viewer: Staff, id: number, field: string): Promise<LockedEvent> {
  const { rows } = await tx.query<LockedEvent>(lockEvent({ eventId: id }))
  if (!rows[0]) throw hiddenFromMembers(field)
  requireStaffOf(viewer, rows[0].peer_network_id, field)
  return rows[0]
}

const registeredFor = async (tx: Transaction, eventId: number) =>
  (await tx.query<{ user_id: number; status: string }>(selectRegistered({ eventId }))).rows

/** Resolves to the event's id. */
export async function saveEvent(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ id?: number | null; event: EventFields }>,
): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  requireStaffOf(viewer, args.event.peer_network_id, 'peer_network_id')
  const event = checkedEvent(args.event)
  return transaction(pool, bus, async (tx) => {
    if (args.id) await requireLocked(tx, viewer, args.id, 'id')
    return writeEvent(tx, viewer.id, { id: args.id ?? null, event })
  })
}

/** Creates an event, or changes one that is locked. The fields were checked. Resolves to its id. */
export async function writeEvent(
  tx: Transaction,
  staffId: number,
  { id: known, event }: { id: number | null; event: EventFields },
): Promise<number> {
  const row = {
    peerNetworkId: event.peer_network_id,
    categoryId: event.category_id,
    title: event.title,
    description: event.description.trim(),
    wallStart: event.wall_start,
    wallEnd: event.wall_end,
    timeZone: event.time_zone,
    locationId: event.location_id ?? null,
    venue: event.venue?.trim() || null,
    capacity: event.capacity ?? null,
  }
  const id = known ? await change(tx, known, row) : (await tx.query<{ id: number }>(insertEvent(row))).rows[0]!.id
  await tx.query(replaceAreas({ eventId: id, areas: event.areas_of_expertise }))
  await tx.query(deletePeople({ eventId: id }))
  await tx.query(insertPeople({ eventId: id, people: JSON.stringify(await peopleOf(tx, event.people)) }))
  await recordStaffAction(tx, staffId, {
    act: known ? 'event.changed' : 'event.created',
    itemId: id,
    itemName: event.title,
    after: { wall_start: row.wallStart, time_zone: row.timeZone, capacity: row.capacity },
  })
  return id
}

async function change(tx: Transaction, id: number, row: Parameters<typeof insertEvent>[0]): Promise<number> {
  const registered = await registeredFor(tx, id)
  const going = registered.filter(({ status }) => status === 'going').length
  const { capacity } = row
  if (registered.length > 0 && (capacity === null || capacity === undefined || capacity < going))
    throw refuse('capacity', `${going} members have a place. Enter at least that many places.`)
  const { rows } = await tx.query<{ is_moved: boolean; is_ahead: boolean }>(updateEvent({ ...row, id }))
  if (rows[0]!.is_moved && rows[0]!.is_ahead && registered.length > 0)
    tx.announce(
      eventNews(
        id,
        'moved',
        registered.map(({ user_id }) => user_id),
      ),
    )
  await promote(tx, id)
  return id
}

/** Members by id or email address; everybody else by name. */
async function peopleOf(tx: Transaction, people: readonly PersonInput[]) {
  const { rows } = await tx.query<{ id: number; email: string }>(
    selectMembers({
      ids: people.flatMap(({ user_id }) => user_id ?? []),
      emails: people.flatMap(({ email }) => email?.trim().toLowerCase() || []),
    }),
  )
  return people.map(({ role, user_id, email, name, title, time_zone }, place) => {
    const address = email?.trim().toLowerCase()
    const member = rows.find((row) => row.id === user_id || (address && row.email === address))
    if ((user_id || address) && !member) throw refuse('people', `No member has the address ${address ?? user_id}.`)
    if (!member && !name?.trim()) throw refuse('people', 'Enter a name, or the email address of a member.')
    return {
      role,
      user_id: member?.id ?? null,
      name: member ? null : name!.trim(),
      title: title?.trim() || null,
      time_zone: time_zone || null,
      place,
    }
  })
}

/** Tells everybody who is registered. Their registrations stay, and their calendars show the cancellation. */
export async function cancelEvent(pool: pg.Pool, bus: Bus, { viewer, args }: Call<{ id: number }>): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  return transaction(pool, bus, async (tx) => {
    await requireLocked(tx, viewer, args.id, 'id')
    const { rows } = await tx.query<{ title: string; is_ahead: boolean }>(cancelEventRow({ id: args.id }))
    // Already canceled: idempotent.
    if (!rows[0]) return args.id
    const registered = await registeredFor(tx, args.id)
    if (rows[0].is_ahead && registered.length > 0)
      tx.announce(
        eventNews(
          args.id,
          'canceled',
          registered.map(({ user_id }) => user_id),
        ),
      )
    await recordStaffAction(tx, viewer.id, { act: 'event.canceled', itemId: args.id, itemName: rows[0].title })
    return args.id
  })
}

interface CategoryArgs {
  id?: number | null
  name: string
  parent_id?: number | null
  hosts_label: string
  banner?: string | null
}

const LABELS = { name: 80, hosts_label: 40 }

export async function saveEventCategory(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<CategoryArgs>,
): Promise<number> {
  requirePermission(viewer, 'content')
  const name = requireText(args.name, { field: 'name', name: 'a name', limit: LABELS.name })
  const hostsLabel = requireText(args.hosts_label, {
    field: 'hosts_label',
    name: 'what its hosts are called',
    limit: LABELS.hosts_label,
  })
  const banner = args.banner || null
  if (banner !== null && !EVENT_IMAGES.some((image) => image === banner))
    throw refuse('banner', 'Choose one of the images.')
  const [id, parentId] = [args.id ?? null, args.parent_id ?? null]
  return transaction(pool, bus, async (tx) => {
    const { rows: found } = await tx.query<{ is_named: boolean; is_deep: boolean; is_orphan: boolean }>(
      selectCategoryConflict({ id, parentId, name }),
    )
    if (found[0]!.is_named) throw refuse('name', 'There is a category with this name.')
    if (found[0]!.is_orphan) throw refuse('parent_id', 'This category isn’t available anymore. Choose another parent.')
    if (found[0]!.is_deep) throw refuse('parent_id', 'Categories have two levels. Choose another parent, or none.')
    const { rows } = await tx.query<{ id: number }>(upsertCategory({ id, parentId, name, hostsLabel, banner }))
    if (!rows[0]) throw hiddenFromMembers('id')
    await recordStaffAction(tx, viewer.id, { act: 'event_category.saved', itemId: rows[0].id, itemName: name })
    return rows[0].id
  })
}

interface SessionArgs {
  id?: number | null
  event_id: number
  session: { title: string; description: string; speakers: string; room?: string | null; wall_start?: string | null }
}

const SPEAKERS = 300

export async function saveMainStageSession(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<SessionArgs>,
): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  const { session, event_id } = args
  const title = requireText(session.title, { field: 'title', name: 'a title', limit: EVENT_TITLE })
  if (session.speakers.length > SPEAKERS) throw refuse('speakers', `The limit is ${SPEAKERS} characters.`)
  // The zone is that of the venue; here only the form of the time matters.
  if (session.wall_start) instantOf(session.wall_start, 'UTC', 'wall_start')
  const row = {
    eventId: event_id,
    title,
    description: session.description.trim(),
    speakers: session.speakers.trim(),
    room: session.room?.trim() || null,
    wallStart: session.wall_start || null,
  }
  return transaction(pool, bus, async (tx) => {
    await requireLocked(tx, viewer, event_id, 'event_id')
    const { rows } = await (args.id
      ? tx.query<{ id: number }>(updateSession({ ...row, id: args.id }))
      : tx.query<{ id: number }>(insertSession(row)))
    if (!rows[0]) throw hiddenFromMembers('id')
    await recordStaffAction(tx, viewer.id, { act: 'mainstage_session.saved', itemId: rows[0].id, itemName: title })
    return event_id
  })
}

const REMOVALS = {
  mainstage_session: deleteSession,
  event_document: deleteEventDocument,
  event_video: deleteEventVideo,
} as const

/** Removes a session, a document or a recording from its event. */
export async function removeFromEvent(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ id: number }>,
  kind: keyof typeof REMOVALS,
): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ event_id: number; title: string; peer_network_id: number }>(
      REMOVALS[kind]({ id: args.id }),
    )
    if (!rows[0]) throw hiddenFromMembers('id')
    requireStaffOf(viewer, rows[0].peer_network_id, 'id')
    await recordStaffAction(tx, viewer.id, { act: `${kind}.removed`, itemId: args.id, itemName: rows[0].title })
    return rows[0].event_id
  })
}

interface DocumentArgs {
  event_id: number
  session_id?: number | null
  title: string
  available_from?: string | null
  file: UploadedFile
}

export async function addEventDocument(pool: pg.Pool, bus: Bus, { viewer, args }: Call<DocumentArgs>): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  const title = requireText(args.title, { field: 'title', name: 'a title', limit: EVENT_TITLE })
  return transaction(pool, bus, async (tx) => {
    await requireLocked(tx, viewer, args.event_id, 'event_id')
    const fileId = await addUploadedFile(tx, { userId: viewer.id, upload: args.file, field: 'file' })
    const { rows } = await tx.query<{ id: number }>(
      insertEventDocument({
        eventId: args.event_id,
        sessionId: args.session_id ?? null,
        fileId,
        title,
        availableFrom: args.available_from ?? null,
      }),
    )
    await recordStaffAction(tx, viewer.id, { act: 'event_document.added', itemId: rows[0]!.id, itemName: title })
    return args.event_id
  })
}

interface VideoArgs {
  event_id: number
  session_id?: number | null
  video: { title: string; description: string; captions?: string | null; chapters?: string | null }
  file: UploadedFile
  poster?: UploadedFile | null
}

export async function addEventVideo(
  { pool, bus, blobs }: Pick<AppContext, 'pool' | 'bus' | 'blobs'>,
  { viewer, args }: Call<VideoArgs>,
): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  const { video, event_id: eventId, session_id } = args
  const title = requireText(video.title, { field: 'title', name: 'a title', limit: EVENT_TITLE })
  const added = {
    userId: viewer.id,
    file: args.file,
    poster: args.poster ?? null,
    captions: video.captions ?? '',
    chapters: video.chapters ?? '',
  }
  const addVideo = await uploadedVideo({ pool, blobs }, added)
  return transaction(pool, bus, async (tx) => {
    await requireLocked(tx, viewer, eventId, 'event_id')
    const videoId = await addVideo(tx)
    const { rows } = session_id
      ? await tx.query<{ id: number }>(setSessionVideo({ id: session_id, eventId, videoId }))
      : await tx.query<{ id: number }>(
          insertEventVideo({ eventId, videoId, title, description: video.description.trim() }),
        )
    if (!rows[0]) throw hiddenFromMembers('session_id')
    await recordStaffAction(tx, viewer.id, { act: 'event_video.added', itemId: rows[0].id, itemName: title })
    return eventId
  })
}

export async function answerEventRequest(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ id: number }>,
): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ peer_network_id: number | null }>(
      answerRequest({ id: args.id, actorId: viewer.id }),
    )
    if (!rows[0]) throw hiddenFromMembers('id')
    requireStaffOf(viewer, rows[0].peer_network_id, 'id')
    await recordStaffAction(tx, viewer.id, {
      act: 'event_request.answered',
      itemId: args.id,
      itemName: 'Request for material',
    })
    return args.id
  })
}
