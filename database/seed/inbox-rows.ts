/** Private conversations as rows. */
import { INVITATION_DAYS, MEMBERS_LIMITS } from '#shared/inbox.ts'
import { plainText } from '#server/platform/html.ts'
import { requirePerson } from './demo-members.ts'
import { DAY, type Row, type Rows } from './community-rows.ts'
import { conversations, type ConversationSeed } from './conversations.ts'
import { htmlOfMarkup, mentionsIn } from './markup.ts'

const MINUTE = 60_000
const idOf = (key: string) => requirePerson(key).id

interface Group extends ConversationSeed {
  id: number
  /** When each message was sent. */
  times: Date[]
}

export function inboxRows(now: Date): Rows {
  const groups: Group[] = conversations.map((conversation, index) => ({
    ...conversation,
    id: index + 1,
    times: conversation.said.map(
      (_, place) =>
        new Date(
          now.getTime() - (conversation.last + (conversation.said.length - 1 - place) * conversation.pace) * MINUTE,
        ),
    ),
  }))
  let lastId = 0
  const messages = groups.flatMap((group) => {
    const first = lastId
    return group.said.map((said, place) => ({ ...said, id: ++lastId, group, place, first }))
  })
  return {
    inbox_groups: groups.map(groupRow),
    inbox_members: groups.flatMap(memberRows),
    inbox_invitations: groups
      .flatMap((group) => (group.invited ?? []).map((key) => invitationRow(group, key)))
      .map((row, index) => ({ id: index + 1, ...row })),
    inbox_messages: messages.map(({ id, group, place, first, by, text, pinned, answers }) => {
      const html = htmlOfMarkup(text)
      return {
        id,
        group_id: group.id,
        sender_id: idOf(by),
        msg_body: html,
        cleaned_body: plainText(html),
        message_type: pinned ? 'pinned' : 'regular',
        pinned_at: pinned ? group.times[place] : null,
        message_index_in_group: place + 1,
        pub_date: group.times[place],
        replied_to_id: answers === undefined ? null : first + answers,
      }
    }),
    inbox_mentions: messages.flatMap(({ id, text }) =>
      mentionsIn(text).map((user_id) => ({ message_id: id, user_id })),
    ),
  }
}

const beginOf = ({ times }: Group) => new Date(times[0]!.getTime() - MINUTE)

function groupRow(group: Group): Row {
  const { id, type, name = '', members, said, welcome = '', archived = false } = group
  const ids = members.map(idOf)
  return {
    id,
    group_type: type,
    name,
    archived,
    latest_index: said.length,
    members_limit: MEMBERS_LIMITS[type],
    welcome_text: welcome,
    pair: type === 'one_to_one' ? ids.toSorted((a, b) => a - b) : null,
    created_by: ids[0],
    created_at: beginOf(group),
  }
}

const memberRows = (group: Group): Row[] =>
  group.members.map((key, place) => ({
    group_id: group.id,
    user_id: idOf(key),
    is_admin: place === 0 && group.type !== 'one_to_one',
    date_joined: new Date(beginOf(group).getTime() + place * 1000),
    muted: group.muted?.includes(key) ?? false,
    favorite: group.favorites?.includes(key) ?? false,
    last_seen_message_index: group.said.length - (group.unread?.[key] ?? 0),
    last_read_date: group.times.at(-1)!,
  }))

const invitationRow = (group: Group, key: string): Row => ({
  group_id: group.id,
  invitee_id: idOf(key),
  inviter_id: idOf(group.members[0]!),
  invitation_status: 'waiting',
  invitation_expiring_date: new Date(group.times[0]!.getTime() + INVITATION_DAYS * DAY),
  created_at: group.times[0]!,
})
