import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { expertInWords } from '#shared/discussions.ts'
import { personLine } from '#shared/people.ts'
import { ROUTES } from '#shared/routes.ts'
import type { SearchContext } from '#shared/search-context.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { Deals } from '#web/features/experts/deals/Deals.tsx'
import { ExpertHead } from '#web/features/experts/expert/ExpertHead.tsx'
import { ExpertItem } from '#web/features/experts/ExpertRow.tsx'
import { profileQuery, type ExpertView } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { Failed, Rows } from '#web/features/experts/directory/ListLoadFailed.tsx'
import { MentionRow, CompanyMentions } from '#web/features/experts/expert/Mentions.tsx'
import { RecommendForm } from '#web/features/experts/recommend/RecommendForm.tsx'
import { RecommendationRow } from '#web/features/experts/recommend/RecommendationRow.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { ButtonLink } from '#web/kit/Button.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { Page } from '#web/platform/shell/Page.tsx'

interface Props {
  id: number
  context: SearchContext
}

/** One expert: recommendations, mentions, offers and similar experts. */
export function ExpertPage({ id, context }: Props) {
  const { data, isError, refetch } = useQuery(profileQuery(id, context))
  const expert = data?.expert_profile
  useTitle(expert ? expertInWords(expert) : 'Expert')
  useEffect(() => void track('expert-page-viewed', referral()), [id])
  if (expert) return <Shown key={expert.id} expert={expert} />
  return (
    <Page>
      <div className={styles.back}>
        <BackLink />
      </div>
      {isError ? (
        <Failed level={1} title="We couldn’t load this expert" onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <>
          <h1 className="visually-hidden">Expert</h1>
          <Rows label="Expert" />
        </>
      ) : (
        <StatePage
          level={1}
          title="This expert isn’t available"
          actions={
            <ButtonLink look="filled" href={ROUTES.experts}>
              All experts
            </ButtonLink>
          }
        >
          <p>It may not exist, or it may be mentioned only in discussions you can’t access.</p>
        </StatePage>
      )}
    </Page>
  )
}

function Shown({ expert }: { expert: ExpertView }) {
  const [isRecommending, setRecommending] = useState(false)
  const form = useRef<HTMLElement>(null)
  useEffect(() => setRecommending(location.hash === '#recommend'), [])
  useEffect(() => {
    if (!isRecommending) return
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLElement>('select')?.focus()
  }, [isRecommending])
  const { company_experts: others, tied_people: people } = expert
  const at = `Also at ${expert.company?.name}`
  const colleagues = others.map((other) => <ExpertItem key={other.id} expert={other} />)
  return (
    <Page
      side={
        others.length > 0 && (
          <SideNote title={at}>
            <ul>{colleagues}</ul>
          </SideNote>
        )
      }
    >
      <div className={styles.back}>
        <BackLink />
      </div>
      <ExpertHead expert={expert} onRecommend={isRecommending ? null : () => setRecommending(true)} />
      {isRecommending && (
        <Section title={`Recommend ${expert.name}`} ref={form}>
          <RecommendForm expert={expert} onClose={() => setRecommending(false)} />
        </Section>
      )}
      {expert.vendor_deals.length > 0 && <Deals expert={expert} />}
      <Recommendations expert={expert} />
      <Mentions expert={expert} />
      {people.length > 0 && (
        <Section title={`Members you can ask about ${expert.name}`}>
          <ul className={styles.people}>
            {people.map((person) => (
              <li key={person.id} className={styles.item}>
                <Avatar person={person} size={36} />
                <div>
                  <PersonLink person={person} className={styles.person} />
                  <p className={styles.facts}>{personLine(person)}</p>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {others.length > 0 && (
        <div className={styles.inPage}>
          <Section title={at}>
            <ul className={styles.people}>{colleagues}</ul>
          </Section>
        </div>
      )}
    </Page>
  )
}

function Recommendations({ expert: { name, recommendations } }: { expert: ExpertView }) {
  const { items, count } = recommendations
  return (
    <Section title="Recommendations">
      {count === 0 && <p className={styles.empty}>No recommendations for {name} that you can see yet. Be the first.</p>}
      <ul>
        {items.map((recommendation) => (
          <RecommendationRow key={recommendation.id} recommendation={recommendation} isOnPage />
        ))}
      </ul>
      {count > items.length && (
        <p className={styles.empty}>
          Showing the newest {items.length} of {count}.
        </p>
      )}
    </Section>
  )
}

function Mentions({ expert: { mentions, company_id, company } }: { expert: ExpertView }) {
  return (
    <Section title="Mentioned in discussions">
      {mentions.count === 0 && <p className={styles.empty}>No mentions you can see.</p>}
      <ul>
        {mentions.items.map((mention) => (
          <MentionRow key={mention.entity_id} mention={mention} />
        ))}
      </ul>
      {company_id !== null && company !== null && <CompanyMentions company={{ id: company_id, name: company.name }} />}
    </Section>
  )
}
