/** Keeps the open conversation and the lists up to date: by signals, and by polling while there are none. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { spokenText, type Turn } from '#web/features/assistant/assistant-texts.ts'
import {
  messagesQuery,
  refreshLists,
  refreshMessages,
  type AIMessage,
} from '#web/features/assistant/assistant.queries.ts'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { isResync, useLiveState, useSignals } from '#web/platform/live/live.ts'

/** Debounces bursts of signals into one request. */
const QUIET_MS = 60
const POLL_MS = 1_500

const isWriting = (messages: readonly AIMessage[] | undefined) =>
  messages?.some(({ state }) => state === 'writing') ?? false

export function useConversation(id: number | undefined) {
  const client = useQueryClient()
  const isLive = useLiveState() === 'open'
  const query = useQuery({
    ...messagesQuery(id ?? 0),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (!isLive && isWriting(state.data?.ai_messages) ? POLL_MS : false),
  })
  const refreshSoon = useDebounced(() => id !== undefined && refreshMessages(client, id), { quietMs: QUIET_MS })
  useSignals((signal) => {
    const isGap = isResync(signal)
    if (!isGap && !signal.signal.startsWith('assistant.')) return
    if (isGap || ('conversation_id' in signal && signal.conversation_id === id)) refreshSoon()
    if (isGap || signal.signal === 'assistant.conversation_changed') refreshLists(client)
  })
  return query
}

/** What a screen reader says: an answer once, when it has ended. `expect` is called when something was asked. */
export function useSpokenAnswer(turns: readonly Turn[]): { spoken: string; expect: () => void } {
  const [spoken, setSpoken] = useState('')
  const answers = turns.flatMap(({ answer }) => answer ?? [])
  const ended = answers.filter(({ state }) => state !== 'writing')
  // A quick answer has ended before the page sees it being written, so answers are compared with those from before.
  const before = useRef<ReadonlySet<number>>(undefined)
  const expect = () => {
    before.current = new Set(answers.map(({ id }) => id))
    setSpoken('')
  }
  useEffect(() => {
    if (before.current === undefined) {
      if (answers.length > ended.length) before.current = new Set(ended.map(({ id }) => id))
      return
    }
    const fresh = ended.find(({ id }) => !before.current?.has(id))
    if (!fresh) return
    before.current = undefined
    setSpoken(spokenText(fresh))
  }, [answers, ended])
  return { spoken, expect }
}
