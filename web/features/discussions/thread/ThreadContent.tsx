import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import {
  loadOlderMessages,
  type ThreadWithMessages,
  type ThreadView,
} from '#web/features/discussions/queries/discussions.queries.ts'
import type MoreDialog from '#web/features/discussions/moderation/ThreadMenu.tsx'
import styles from '#web/features/discussions/thread/ThreadPage.module.css'
import { ThreadHeader, readersInWords } from '#web/features/discussions/thread/ThreadHeader.tsx'
import { ThreadReplies } from '#web/features/discussions/thread/ThreadReplies.tsx'
import { useNow } from '#web/kit/use-now.ts'
import { ThreadExtras } from '#web/features/discussions/thread-extras/lazy-thread-extras.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const loadMore = () => import('#web/features/discussions/moderation/ThreadMenu.tsx')

interface Props {
  open: ThreadWithMessages & { thread: ThreadView }
  fetchedAt: number
}

export function ThreadContent({ open, fetchedAt }: Props) {
  const { thread, is_complete } = open
  useTitle(thread.topic)
  const viewer = useUser()
  const now = useNow(fetchedAt)
  const [readUntil] = useState(thread.viewed_at)
  const [more, openMore] = useMore()
  useOlderMessages(thread.id, is_complete)
  const related = <ThreadExtras part="related" thread={thread} />
  return (
    <Page
      side={
        <>
          <WhoCanRead thread={thread} />
          {related}
        </>
      }
    >
      <BackLink />
      <ThreadHeader thread={thread} now={now} timeZone={viewer.time_zone} onMore={() => openMore(0)} />
      <div className={styles.threadActs} data-awaits-acts="">
        <ThreadExtras part="acts" thread={thread} />
      </div>
      <ThreadReplies open={open} viewer={viewer} now={now} readUntil={readUntil} onMore={openMore}>
        <div className={styles.related}>{related}</div>
      </ThreadReplies>
      {more && <more.Dialog thread={thread} messageId={more.id} onClose={() => openMore(null)} />}
    </Page>
  )
}

/** Loads the messages after the first view. */
function useOlderMessages(threadId: number, isComplete: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isComplete) return
    const leaving = new AbortController()
    loadOlderMessages(client, threadId, leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [client, threadId, isComplete])
}

/** The lazy-loaded dialog of rare actions; shows an error if it cannot be loaded. */
function useMore() {
  const [more, setMore] = useState<{ id: number; Dialog: typeof MoreDialog } | null>(null)
  const open = (id: number | null) =>
    id === null
      ? setMore(null)
      : void loadMore().then((module) => setMore({ id, Dialog: module.default }), showLoadError)
  return [more, open] as const
}
function WhoCanRead({ thread }: { thread: ThreadView }) {
  return (
    <SideNote title="Who can read this">
      <p className={styles.note}>
        {readersInWords(thread)} A private reply can be read only by its author, the member it replies to, the person
        who started the discussion, and staff.
      </p>
    </SideNote>
  )
}
