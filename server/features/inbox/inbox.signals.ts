/**
 * What the inbox announces: ids only, to the members of the group and nobody else, not even staff. Anyone who receives
 * it asks by the same operations as ever.
 */
import type { Signal } from '#server/platform/signals/bus.ts'

interface Heard {
  groupId: number
  actorId: number
  /** The current members who take part. */
  users: readonly number[]
}

const told = (signal: string, { groupId, actorId, users }: Heard, data: object = {}): Signal => ({
  signal,
  channels: [],
  users,
  isConfidential: true,
  data: { group_id: groupId, actor_id: actorId, ...data },
})

interface AboutMessage extends Heard {
  messageId: number
  index: number
}

const aboutMessage = (signal: string) => (message: AboutMessage) =>
  told(signal, message, { message_id: message.messageId, message_index_in_group: message.index })

/** Somebody wrote. */
export const sent = aboutMessage('inbox.sent')
/** A message was edited, pinned or unpinned. */
export const updated = aboutMessage('inbox.updated')
/** Somebody has read up to here. */
export const seen = (heard: Heard & { index: number }) =>
  told('inbox.seen', heard, { message_index_in_group: heard.index })
/** `users` are those invited and the members. Who else was invited is for the notification and for members to ask. */
export const invited = (heard: Heard & { inviteeIds: readonly number[] }): Signal => ({
  ...told('inbox.invited', heard),
  facts: { invitee_ids: heard.inviteeIds },
})
/** An invitation was answered with yes. */
export const joined = (heard: Heard) => told('inbox.joined', heard)
/** Somebody left, or said no. */
export const left = (heard: Heard) => told('inbox.left', heard)
/** The name, the welcome, the archive. */
export const changed = (heard: Heard) => told('inbox.changed', heard)
/** The viewer's own settings in the group, for their other devices. */
export const settingsChanged = (heard: Heard) => told('inbox.settings_changed', heard)
/** Somebody is here, or writing. Stored nowhere. */
export const present = (heard: Heard & { isTyping: boolean }) =>
  told('inbox.present', heard, { is_typing: heard.isTyping })
