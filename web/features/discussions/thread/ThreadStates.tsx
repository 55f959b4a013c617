import { useQueryClient } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { feedItem } from '#web/features/discussions/queries/discussions.queries.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { DRAFTS_SAFE } from '#web/writing/drafts/draft-store.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import styles from '#web/features/discussions/thread/ThreadHeader.module.css'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Page } from '#web/platform/shell/Page.tsx'

/** Does not reveal which: nonexistent, removed and inaccessible threads look the same. */
export function ThreadMissing() {
  useTitle('Discussion not found')
  return (
    <Page>
      <BackLink />
      <StatePage
        level={1}
        title="This discussion isn’t available"
        actions={
          <ButtonLink look="filled" href={ROUTES.feed}>
            Go to Discussions
          </ButtonLink>
        }
      >
        <p>It may have been removed, or it may belong to a network you’re not in.</p>
      </StatePage>
    </Page>
  )
}

export function ThreadFailed({ onRetry }: { onRetry: () => void }) {
  useTitle('Thread')
  return (
    <Page>
      <BackLink />
      <LoadFailed level={1} title="We couldn’t load this discussion" again={onRetry}>
        Something went wrong while loading it. {DRAFTS_SAFE}
      </LoadFailed>
    </Page>
  )
}

/** While the thread loads: what a feed knows of it, and the shape of the rest. */
export function ThreadSkeleton({ threadId }: { threadId: number }) {
  const known = feedItem(useQueryClient(), threadId)
  useTitle(known?.thread.topic ?? 'Thread')
  return (
    <Page>
      <BackLink />
      {known && (
        <>
          <h1 className={`t-thread-title ${styles.topic}`}>{known.thread.topic}</h1>
          <p className={styles.author}>{known.author.name}</p>
          <p className="t-opening">{known.thread.excerpt}</p>
        </>
      )}
      <div role="status" aria-label="Loading discussion" className={styles.skeleton} data-awaits-acts="">
        {!known && <Skeleton shape="title" width="most" />}
        <Skeleton />
        <Skeleton />
        <Skeleton width="most" />
        <Skeleton width="half" />
      </div>
    </Page>
  )
}
