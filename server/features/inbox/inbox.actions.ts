/** A member's own state in a group: read position, mute, presence. */
import type pg from 'pg'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { TYPING_EVERY_MS } from '#shared/inbox.ts'
import { recipientsOf, notFoundProblem, requireGroup } from './group-access.ts'
import { present, seen, settingsChanged } from './inbox.signals.ts'
import { selectPresenceHearers, setLastSeen, setMemberSettings, upsertSettings } from './inbox.sql.ts'

export const ownActions = (pool: pg.Pool, bus: Bus): Actions => {
  const show = showPresence(pool, bus)
  return {
    setLastViewMessage: (call: Call<never>) => setLastViewMessage(pool, bus, call),
    updateInboxGroupMemberSettings: (call: Call<never>) => updateMemberSettings(pool, bus, call),
    updateInboxNotificationSettings: (call: Call<never>) => updateNotificationSettings(pool, call),
    showPresence: (call: Call<never>) => show(call),
  }
}

/** Moves the read position forward, never back. Resolves to the group's id. */
async function setLastViewMessage(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ group_id: number; message_index: number }>,
): Promise<number> {
  if (args.message_index < 0)
    throw problem('inbox.index', {
      message: 'message_index must be zero or more.',
      field: 'message_index',
      status: 400,
    })
  const group = await requireGroup(pool, viewer, args.group_id)
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ index: number }>(
      setLastSeen({ groupId: group.id, userId: viewer.id, messageIndex: args.message_index }),
    )
    if (!rows[0]) throw notFoundProblem()
    const users = await recipientsOf(tx, group.id)
    tx.announce(seen({ groupId: group.id, actorId: viewer.id, users, index: rows[0].index }))
    return group.id
  })
}

async function updateMemberSettings(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ group_id: number; muted?: boolean | null; favorite?: boolean | null }>,
): Promise<number> {
  const group = await requireGroup(pool, viewer, args.group_id)
  return transaction(pool, bus, async (tx) => {
    await tx.query(
      setMemberSettings({
        groupId: group.id,
        userId: viewer.id,
        muted: args.muted ?? null,
        favorite: args.favorite ?? null,
      }),
    )
    tx.announce(settingsChanged({ groupId: group.id, actorId: viewer.id, users: [viewer.id] }))
    return group.id
  })
}

interface Settings {
  messages?: boolean | null
  mentions?: boolean | null
  invitations?: boolean | null
  email?: boolean | null
  push?: boolean | null
}

async function updateNotificationSettings(
  pool: pg.Pool,
  { viewer, args: { settings } }: Call<{ settings: Settings }>,
): Promise<number> {
  const { messages, mentions, invitations, email, push } = settings
  await pool.query(upsertSettings({ userId: viewer.id, messages, mentions, invitations, email, push }))
  return viewer.id
}

const REMEMBERED = 10_000

/** Announces to the group that a member is present or typing; throttled, so that a held key does not flood. */
function showPresence(pool: pg.Pool, bus: Bus) {
  const told = new Map<string, number>()
  return async ({ viewer, args }: Call<{ group_id: number; is_typing?: boolean | null }>): Promise<number> => {
    const group = await requireGroup(pool, viewer, args.group_id)
    const isTyping = args.is_typing ?? false
    const key = `${viewer.id} ${group.id} ${isTyping}`
    const now = Date.now()
    if (now - (told.get(key) ?? 0) < TYPING_EVERY_MS / 2) return group.id
    if (told.size >= REMEMBERED) told.clear()
    told.set(key, now)
    const { rows } = await pool.query<{ users: number[] }>(
      selectPresenceHearers({ groupId: group.id, userId: viewer.id }),
    )
    const users = rows[0]?.users ?? []
    if (users.length > 0) await bus.publish(present({ groupId: group.id, actorId: viewer.id, users, isTyping }))
    return group.id
  }
}
