/** Live updates of the open conversation: new and edited messages, read positions, typing and presence. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SetLastViewMessage, ShowPresence } from '#api/operations.ts'
import { POLL_MS, PRESENT_MS, TYPING_BELIEVED_MS, TYPING_EVERY_MS } from '#shared/inbox.ts'
import { chatOutbox } from '#web/features/inbox/writing/chat-outbox.ts'
import type { History } from '#web/features/inbox/message-cache.ts'
import {
  groupQuery,
  isClosed,
  refreshEntries,
  refreshGroup,
  refreshPinned,
  updateGroup,
  type Group,
} from '#web/features/inbox/inbox.queries.ts'
import { isResync, usePolling, useSignals, type InboxSignal } from '#web/platform/live/live.ts'
import { execute } from '#web/platform/api/operations.ts'

const TICK_MS = 2_000

export function useConversationLive(group: Group, viewerId: number, history: History) {
  const client = useQueryClient()
  const presence = usePresence(group.id)
  const { id } = group

  const onSent = useOnceSent(id, ({ message_index_in_group: index = 0 }) => {
    updateGroup(client, id, (known) => ({
      latest_index: Math.max(known.latest_index, index),
      // A new message unarchives a one-to-one conversation.
      archived: isClosed(known),
    }))
    // A response in flight may be older and reset `latest_index`, so refetch.
    if (client.isFetching({ queryKey: groupQuery(id).queryKey }) > 0) refreshGroup(client, id)
    const last = history.messages.at(-1)?.message_index_in_group ?? 0
    // Load new messages if the end is shown; if the reader is further up, nothing moves.
    if (history.isLoading || last >= group.latest_index || index === last + 1) void history.newer(index)
  })
  const onSignal = (signal: InboxSignal) => {
    const { actor_id, message_index_in_group: index = 0 } = signal
    if (signal.signal === 'inbox.present') return presence.heard(actor_id, signal.is_typing ?? false)
    if (signal.signal === 'inbox.sent') {
      presence.wrote(actor_id)
      onSent(signal)
    } else if (signal.signal === 'inbox.updated') {
      void history.reload(signal.message_id!)
      refreshPinned(client, id)
    } else if (signal.signal === 'inbox.seen') {
      updateGroup(client, id, ({ members }) => ({
        members: members.map((member) =>
          member.user_id === actor_id
            ? { ...member, last_seen_message_index: Math.max(member.last_seen_message_index, index) }
            : member,
        ),
      }))
    } else {
      refreshGroup(client, id)
      // The welcome message may have changed.
      if (signal.signal === 'inbox.changed') refreshPinned(client, id)
    }
  }
  const resync = async () => {
    await client.refetchQueries({ queryKey: groupQuery(id).queryKey })
    await history.refresh()
    await history.newer()
    refreshPinned(client, id)
  }
  useSignals((signal) => {
    if (isResync(signal)) void resync()
    else if ('group_id' in signal && signal.group_id === id) onSignal(signal)
  })
  usePolling(() => void resync(), POLL_MS)

  const seen = useReportSeen(group)
  const here = new Set([...presence.here].filter((userId) => userId !== viewerId))
  return { seen, here, writing: presence.writing, typing: presence.typing }
}

/**
 * Handles `inbox.sent`. While a message is sent from here it waits for the answer: what is new may be that message,
 * which is shown already.
 */
function useOnceSent(groupId: number, handle: (signal: InboxSignal) => void) {
  const held = useRef<InboxSignal>(undefined)
  const isSending = chatOutbox.use().some((item) => item.group_id === groupId && item.state === 'sending')
  const catchUp = useEffectEvent(() => {
    if (held.current) handle(held.current)
    held.current = undefined
  })
  useEffect(() => {
    if (!isSending) catchUp()
  }, [isSending])
  // The last one is enough: all messages up to it are loaded.
  return (signal: InboxSignal) => (chatOutbox.isSending(groupId) ? void (held.current = signal) : handle(signal))
}

/** Reports how far the member has read, once per step forward. */
function useReportSeen({ id, last_seen_message_index }: Group) {
  const client = useQueryClient()
  const reported = useRef(last_seen_message_index)
  return (index: number) => {
    if (index <= reported.current || document.visibilityState !== 'visible') return
    reported.current = index
    execute(SetLastViewMessage, { group_id: id, message_index: index }).then(
      ({ setLastViewMessage: { last_seen_message_index: seen } }) => {
        updateGroup(client, id, ({ latest_index }) => ({
          last_seen_message_index: seen,
          unread_count: Math.max(0, latest_index - seen),
        }))
        refreshEntries(client)
      },
      () => (reported.current = index - 1),
    )
  }
}

function usePresence(groupId: number) {
  const [here, setHere] = useState<ReadonlyMap<number, number>>(new Map())
  const [writing, setWriting] = useState<ReadonlyMap<number, number>>(new Map())
  const lastTyped = useRef(0)
  useEffect(() => {
    const show = () => {
      if (document.visibilityState === 'visible') execute(ShowPresence, { group_id: groupId }).catch(() => undefined)
    }
    show()
    const pulse = setInterval(show, PRESENT_MS / 2)
    const tick = setInterval(() => {
      const now = Date.now()
      setHere((known) => fresh(known, now - PRESENT_MS))
      setWriting((known) => fresh(known, now - TYPING_BELIEVED_MS))
    }, TICK_MS)
    document.addEventListener('visibilitychange', show)
    return () => {
      clearInterval(pulse)
      clearInterval(tick)
      document.removeEventListener('visibilitychange', show)
    }
  }, [groupId])
  return {
    here: new Set(here.keys()),
    writing: [...writing.keys()],
    heard: (userId: number, isTyping: boolean) => {
      setHere((known) => new Map(known).set(userId, Date.now()))
      if (isTyping) setWriting((known) => new Map(known).set(userId, Date.now()))
    },
    wrote: (userId: number) => setWriting((known) => new Map([...known].filter(([each]) => each !== userId))),
    typing: () => {
      if (Date.now() - lastTyped.current < TYPING_EVERY_MS) return
      lastTyped.current = Date.now()
      execute(ShowPresence, { group_id: groupId, is_typing: true }).catch(() => undefined)
    },
  }
}

function fresh(known: ReadonlyMap<number, number>, since: number): ReadonlyMap<number, number> {
  const left = [...known].filter(([, at]) => at >= since)
  return left.length === known.size ? known : new Map(left)
}
