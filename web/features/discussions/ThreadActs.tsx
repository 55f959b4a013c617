import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBell, IconBellCheck, IconEyeOff } from '@tabler/icons-react'
import { Suspense, lazy, type MouseEvent } from 'react'
import type { ThreadView } from '#web/features/discussions/discussions.queries.ts'
import { LikeButtons } from '#web/features/discussions/LikeButtons.tsx'
import { actOnLikes } from '#web/features/discussions/likes.ts'
import { follow, hide, standingQuery } from '#web/features/discussions/reading.queries.ts'
import styles from '#web/features/discussions/ThreadActs.module.css'
import { useUser } from '#web/platform/session.ts'

const StaffActs = lazy(() => import('#web/features/discussions/StaffActs.tsx'))

/** What can be done with a thread as a whole: agree with what opened it, follow it, hide it. */
export function ThreadActs({ thread }: { thread: ThreadView }) {
  const client = useQueryClient()
  const { is_staff } = useUser()
  const { data } = useQuery({ ...standingQuery(thread.id), staleTime: 0 })
  const opening = thread.messages.find(({ is_original_message }) => is_original_message)
  const { is_followed = false, is_hidden = false } = data?.thread ?? {}
  const onClick = (event: MouseEvent) => {
    const act = event.target instanceof Element && event.target.closest<HTMLElement>('[data-act]')?.dataset['act']
    if (act === 'follow') void follow(client, thread.id, !is_followed)
    else if (act === 'hide') void hide(client, thread.id, !is_hidden)
    else if (act) void actOnLikes(client, thread.id, opening, act)
  }
  const Bell = is_followed ? IconBellCheck : IconBell
  return (
    <>
      <div className={styles.acts} onClick={onClick}>
        {opening && <LikeButtons message={opening} />}
        <button type="button" data-act="follow" aria-pressed={is_followed} disabled={!data}>
          <Bell size={16} stroke={1.6} aria-hidden />
          {is_followed ? 'Following' : 'Follow'}
        </button>
        <button type="button" data-act="hide" aria-pressed={is_hidden} disabled={!data}>
          <IconEyeOff size={16} stroke={1.6} aria-hidden />
          {is_hidden ? 'Hidden' : 'Hide'}
        </button>
      </div>
      {is_staff && (
        <Suspense>
          <StaffActs thread={thread} />
        </Suspense>
      )}
    </>
  )
}
