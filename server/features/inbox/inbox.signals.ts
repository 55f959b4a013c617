/**
 * Signals of the inbox: ids only, sent to the members of the group and no one else, not even staff. Recipients refetch
 * through the usual operations.
 */
import type { Signal } from '#server/platform/signals/bus.ts'

interface Heard {
  groupId: number
  actorId: number
  /** Current members whose membership is active. */
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

/** A message was sent. */
export const sent = aboutMessage('inbox.sent')
/** A message was edited, pinned or unpinned. */
export const updated = aboutMessage('inbox.updated')
/** A member's read position changed. */
export const seen = (heard: Heard & { index: number }) =>
  told('inbox.seen', heard, { message_index_in_group: heard.index })
/**
 * `users` are the invitees and the members. `invitee_ids` is for notifications only; members refetch the invitations.
 */
export const invited = (heard: Heard & { inviteeIds: readonly number[] }): Signal => ({
  ...told('inbox.invited', heard),
  facts: { invitee_ids: heard.inviteeIds },
})
/** An invitation was accepted. */
export const joined = (heard: Heard) => told('inbox.joined', heard)
/** A member left, or an invitation was declined. */
export const left = (heard: Heard) => told('inbox.left', heard)
/** Name, welcome or archive state changed. */
export const changed = (heard: Heard) => told('inbox.changed', heard)
/** The viewer's own settings in the group, for their other devices. */
export const settingsChanged = (heard: Heard) => told('inbox.settings_changed', heard)
/** A member is present or typing. Not stored. */
export const present = (heard: Heard & { isTyping: boolean }) =>
  told('inbox.present', heard, { is_typing: heard.isTyping })
