import { useEffect, useRef, useState } from 'react'
import type { ThreadType } from '#shared/discussions.ts'
import { threadDraftKey, type ThreadDraft } from '#web/features/discussions/new-thread/thread-draft.ts'
import { usualNetworks } from '#web/features/discussions/new-thread/posting-networks.ts'
import { readDraft } from '#web/writing/drafts/draft-store.ts'
import { loadDraftSync } from '#web/writing/drafts/load-draft-sync.ts'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import type { Viewer } from '#web/platform/session/session.ts'

const EMPTY_DRAFT = { topic: '', html: '', text: '', areas_of_expertise: [], geographies: [] }

const isEmptyDraft = ({ topic, text, html, poll, attachments, experts }: ThreadDraft) =>
  `${topic}${text}${poll?.options.join('') ?? ''}`.trim() === '' &&
  !html.includes('data-mention-id') &&
  !attachments?.length &&
  !experts?.length

type Text = Pick<ThreadDraft, 'html' | 'text'>

/** The draft of a new thread. The text stays in a ref, because a keystroke must not render the whole form. */
export function useThreadDraft(viewer: Viewer, kind: ThreadType | null, onChange: () => void) {
  const [draft, setDraft] = useState<ThreadDraft>(() => ({
    ...EMPTY_DRAFT,
    peer_network_ids: usualNetworks(viewer),
    ...readDraft<ThreadDraft>(threadDraftKey(viewer.id)),
    ...(kind && { kind }),
  }))
  const [restoredText, setRestoredText] = useState<ThreadDraft | null>(
    isEmptyDraft({ ...draft, topic: '' }) ? null : draft,
  )
  const [numOfEdits, setNumOfEdits] = useState(0)
  const latest = useRef(draft)
  const body = useRef<Text>(draft)
  const { restored, revision, status, change, discard } = useDraft<ThreadDraft>(threadDraftKey(viewer.id), {
    isEmpty: isEmptyDraft,
    sync: true,
  })
  usePulledDrafts(viewer.id)
  useEffect(() => {
    if (restored === null && revision === 0) return
    // Apply changes from another device; nothing was written here since. If the draft was posted there, clear it here
    // so that it is not posted twice.
    const { kind: chosenKind, peer_network_ids } = latest.current
    const finished = { ...EMPTY_DRAFT, peer_network_ids, ...(chosenKind && { kind: chosenKind }) }
    latest.current = restored === null ? finished : { ...latest.current, ...restored }
    body.current = latest.current
    setDraft(latest.current)
    setRestoredText(restored && latest.current)
  }, [restored, revision])

  const whole = (): ThreadDraft => ({ ...latest.current, html: body.current.html, text: body.current.text })
  const write = (part: Partial<ThreadDraft> | ((known: ThreadDraft) => Partial<ThreadDraft>)) => {
    latest.current = { ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) }
    setDraft(latest.current)
    onChange()
    change(whole)
  }
  const writeText = (written: Text) => {
    body.current = written
    onChange()
    change(whole)
    // Only the anonymity meter needs to know about each change.
    if (latest.current.is_anonymous) setNumOfEdits((known) => known + 1)
  }
  return { draft, restoredText, revision, status, body, numOfEdits, whole, write, writeText, discard }
}

/** Fetches the member's drafts from other devices. */
function usePulledDrafts(userId: number): void {
  useEffect(
    () =>
      void loadDraftSync().then(
        ({ pullDrafts }) => pullDrafts(userId),
        () => undefined,
      ),
    [userId],
  )
}
