import { useEffect, useState } from 'react'
import type { ThreadType } from '#shared/discussions.ts'
import { readDraft } from '#web/writing/drafts/draft-store.ts'
import { threadDraftKey, type ThreadDraft } from '#web/features/discussions/new-thread/thread-draft.ts'
import { isKindOffered } from '#web/features/discussions/new-thread/kinds-offered.ts'
import styles from '#web/features/discussions/feed/NewThreadOpener.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import { buttonClass } from '#web/kit/Button.tsx'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import { useUser } from '#web/platform/session/session.ts'

/** Loads everything needed to write and send a thread, so that it works if the connection drops. */
const NewThread = lazyWithPreload(async () => {
  const form = await import('#web/features/discussions/new-thread/NewThread.tsx')
  await form.prepare()
  return form
})

const OTHER_KINDS: [ThreadType, string][] = [
  ['document_request', 'Ask for a document'],
  ['poll', 'Create a poll'],
  ['recommendation_request', 'Ask for a recommendation'],
]

/** Button that opens the new-thread form. The form is preloaded on hover or focus. */
export function NewThreadOpener() {
  const viewer = useUser()
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<ThreadType | null>(null)
  const [begun, setBegun] = useState<string | null>(null)
  useEffect(() => {
    const draft = isOpen ? null : readDraft<ThreadDraft>(threadDraftKey(viewer.id))
    setBegun(draft && (draft.topic || draft.text || 'Untitled'))
  }, [viewer.id, isOpen])
  // A link to this button opens the form, with what another page, or another app, put into its draft.
  useEffect(() => {
    setOpen(location.hash === '#start-a-discussion')
    if (location.search.includes('shared_'))
      void import('#web/features/discussions/new-thread/take-shared-link.ts').then(
        ({ takeSharedLink }) => takeSharedLink(viewer.id) && setOpen(true),
        showLoadError,
      )
  }, [viewer.id])
  const open = (next: ThreadType | null) => {
    setKind(next)
    setOpen(true)
  }
  const opener = (
    <>
      <button
        type="button"
        id="start-a-discussion"
        data-guide="ask"
        className={styles.opener}
        aria-expanded={isOpen}
        onPointerEnter={NewThread.prepare}
        onFocus={NewThread.prepare}
        onClick={() => open(null)}
      >
        <Avatar person={{ ...viewer, is_online: false }} size={36} />
        <span className={`t-reply ${styles.invitation}`}>{begun === null ? 'Ask your peers' : `Draft: ${begun}`}</span>
        <span className={buttonClass('filled')}>{begun === null ? 'Start a discussion' : 'Continue'}</span>
      </button>
      <p className={styles.kinds} onPointerEnter={NewThread.prepare}>
        {OTHER_KINDS.filter(([each]) => isKindOffered(viewer, each)).map(([each, words]) => (
          <button key={each} type="button" onClick={() => open(each)}>
            {words}
          </button>
        ))}
      </p>
    </>
  )
  if (!isOpen) return opener
  return (
    <NewThread
      kind={kind}
      onClose={() => {
        setOpen(false)
        requestAnimationFrame(() => document.getElementById('start-a-discussion')?.focus())
      }}
      meanwhile={opener}
    />
  )
}
