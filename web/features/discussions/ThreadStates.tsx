import { ROUTES } from '#shared/routes.ts'
import { BackLink } from '#web/features/discussions/BackLink.tsx'
import { DRAFTS_SAFE } from '#web/features/discussions/drafts.ts'
import { NotArrived } from '#web/platform/shell/NotArrived.tsx'
import styles from '#web/features/discussions/ThreadHead.module.css'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { Page } from '#web/platform/shell/Page.tsx'

/** Absent, removed or not for the reader: all three look the same. */
export function ThreadMissing() {
  useTitle('Thread not found')
  return (
    <Page>
      <BackLink />
      <StatePage
        level={1}
        title="This thread is not here, or you may not read it"
        actions={
          <ButtonLink look="filled" href={ROUTES.feed}>
            Go to Discussions
          </ButtonLink>
        }
      >
        <p>It may have been removed, or it may belong to a network that is not yours.</p>
      </StatePage>
    </Page>
  )
}

export function ThreadFailed({ onRetry }: { onRetry: () => void }) {
  useTitle('Thread')
  return (
    <Page>
      <BackLink />
      <NotArrived level={1} title="We could not load this thread" again={onRetry}>
        It did not arrive. {DRAFTS_SAFE}
      </NotArrived>
    </Page>
  )
}

export function ThreadSkeleton() {
  useTitle('Thread')
  return (
    <Page>
      <BackLink />
      <div role="status" aria-label="Loading the thread" className={styles.skeleton}>
        <Skeleton shape="title" width="most" />
        <Skeleton shape="title" width="half" />
        <div className={styles.author}>
          <Skeleton shape="disc" />
          <div>
            <Skeleton width="half" />
            <Skeleton width="third" />
          </div>
        </div>
        <Skeleton />
        <Skeleton />
        <Skeleton width="most" />
        <Skeleton width="half" />
      </div>
    </Page>
  )
}
