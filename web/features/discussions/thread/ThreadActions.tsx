import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBell, IconBellCheck, IconEyeOff, IconPrinter } from '@tabler/icons-react'
import { Suspense, type MouseEvent } from 'react'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { LikeButtons } from '#web/features/discussions/likes/LikeButtons.tsx'
import { handleLikeAction } from '#web/features/discussions/likes/like-actions.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import { follow, hide, threadStateQuery } from '#web/features/discussions/queries/reading.queries.ts'
import styles from '#web/features/discussions/thread/ThreadActions.module.css'
import { lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import { useUser } from '#web/platform/session/session.ts'

const StaffActions = lazyOrNothing(() => import('#web/features/discussions/moderation/StaffActions.tsx'))

/** Actions on the whole thread: like the opening message, follow, hide. */
export function ThreadActions({ thread }: { thread: ThreadView }) {
  const client = useQueryClient()
  const viewer = useUser()
  const { data } = useQuery({ ...threadStateQuery(thread.id), staleTime: 0 })
  const opening = thread.messages.find(({ is_original_message }) => is_original_message)
  const { is_followed = false, is_hidden = false } = data?.thread ?? {}
  const onClick = (event: MouseEvent) => {
    const act = event.target instanceof Element && event.target.closest<HTMLElement>('[data-act]')?.dataset['act']
    if (act === 'follow') void follow(client, thread.id, !is_followed)
    else if (act === 'print')
      void import('#web/features/discussions/print/print-thread.tsx').then(
        ({ printThread }) => printThread(client, thread.id, viewer),
        showLoadError,
      )
    else if (act === 'hide') void hide(client, thread.id, !is_hidden)
    else if (act) void handleLikeAction(client, thread.id, opening, act)
  }
  const Bell = is_followed ? IconBellCheck : IconBell
  return (
    <>
      <div className={styles.acts} data-thread-acts="" onClick={onClick}>
        {opening && <LikeButtons message={opening} />}
        <BookmarkButton
          kind="THREAD"
          id={thread.id}
          isSaved={thread.is_bookmarked}
          title={thread.topic}
          source="thread"
          className=""
        />
        <button type="button" data-act="follow" aria-pressed={is_followed} disabled={!data}>
          <Bell size={16} stroke={1.6} aria-hidden />
          {is_followed ? 'Following' : 'Follow'}
        </button>
        <button type="button" data-act="hide" aria-pressed={is_hidden} disabled={!data}>
          <IconEyeOff size={16} stroke={1.6} aria-hidden />
          {is_hidden ? 'Hidden' : 'Hide'}
        </button>
        <button type="button" data-act="print" title="Print or save as PDF">
          <IconPrinter size={16} stroke={1.6} aria-hidden />
          Print
        </button>
      </div>
      {viewer.is_staff && (
        <Suspense>
          <StaffActions thread={thread} />
        </Suspense>
      )}
    </>
  )
}
