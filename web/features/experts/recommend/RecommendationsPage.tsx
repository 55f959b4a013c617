import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { receivedQuery } from '#web/features/experts/experts.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/experts/Experts.module.css'
import { Section } from '#web/kit/layout/Section.tsx'
import { Failed, Rows } from '#web/features/experts/directory/ListLoadFailed.tsx'
import { GivenRecommendations } from '#web/features/experts/recommend/GivenRecommendations.tsx'
import { MentionRow } from '#web/features/experts/expert/Mentions.tsx'
import { RecommendForm } from '#web/features/experts/recommend/RecommendForm.tsx'
import { AskedNow } from '#web/features/experts/directory/OpenRequests.tsx'
import { Button } from '#web/kit/Button.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { SectionNav, WHOLE_ADDRESS } from '#web/platform/shell/SectionNav.tsx'

export const VIEWS = ['requests', 'given', 'received'] as const
export type View = (typeof VIEWS)[number]
const LABELS: Record<View, string> = { requests: 'Requests', given: 'Given', received: 'Received' }

/** Open requests, the viewer's recommendations, and recommendations for the viewer. */
export function RecommendationsPage({ search }: { search: { view?: View } }) {
  useTitle('Recommendations')
  const { id } = useUser()
  const current = search.view ?? 'requests'
  const [isOpen, setOpen] = useState(false)
  return (
    <Page>
      <h1 className="t-page-title">Recommendations</h1>
      <p className={styles.lede}>Requests, recommendations you gave, and recommendations for you.</p>
      {isOpen ? (
        <Section title="Recommend an expert">
          <RecommendForm onClose={() => setOpen(false)} />
        </Section>
      ) : (
        <p className={styles.start}>
          <Button look="filled" onClick={() => setOpen(true)}>
            Recommend an expert
          </Button>
        </p>
      )}
      <SectionNav label="Recommendation sections">
        {VIEWS.map((view) => (
          <Link
            key={view}
            to={ROUTES.recommendations}
            search={(view === 'requests' ? {} : { view }) as never}
            activeOptions={WHOLE_ADDRESS}
          >
            {LABELS[view]}
          </Link>
        ))}
      </SectionNav>
      {current === 'requests' && <AskedNow title="Requests you could answer" />}
      {current === 'given' && (
        <GivenRecommendations
          userId={id}
          empty={{
            title: 'You haven’t recommended anyone yet',
            text: 'Your recommendations appear here and on each expert’s page.',
          }}
        />
      )}
      {current === 'received' && <Received />}
    </Page>
  )
}

/** Experts recommended in reply to the viewer's own requests. */
const Received = () => (
  <PagedList
    query={useInfiniteQuery(receivedQuery)}
    label="Recommended to you"
    keyOf={({ entity_id, expert }) => `${entity_id} ${expert?.id}`}
    skeleton={<Rows label="Recommendations" />}
    failed={(again) => <Failed title="We couldn’t load your recommendations" onRetry={again} />}
    empty={
      <StatePage title="No recommendations for you yet">
        <p>When you ask for a recommendation and members suggest experts to the group, they appear here.</p>
      </StatePage>
    }
  >
    {(mention) => <MentionRow mention={mention} isNamed />}
  </PagedList>
)
