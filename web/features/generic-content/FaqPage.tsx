import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '#web/features/generic-content/generic-content.queries.ts'
import styles from '#web/features/generic-content/Texts.module.css'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'

/** Frequent questions, answered by staff for the member's network or for everyone. */
export function FaqPage() {
  useTitle('FAQ')
  const { data, isError, refetch } = useQuery(contentQuery('faq'))
  return (
    <Page>
      <h1 className="t-page-title">FAQ</h1>
      {data?.generic_content ? (
        <MessageHtml html={data.generic_content.html} className={`t-reply ${styles.text}`} />
      ) : data ? (
        <StatePage title="No answers yet">Write to the support address of your network.</StatePage>
      ) : isError ? (
        <StatePage title="We couldn’t load the FAQ" again={refetch}>
          Check your connection and try again.
        </StatePage>
      ) : (
        <div aria-busy="true">
          <Skeleton width="most" />
          <Skeleton width="half" />
        </div>
      )}
    </Page>
  )
}
