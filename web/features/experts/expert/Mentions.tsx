import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messagePath } from '#shared/discussions.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { companyMentionsQuery, type Mention } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { openInFront } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  mention: Mention
  /** Also show the mentioned expert, for lists of several experts. */
  isNamed?: boolean
}

/** One mention of the expert, with the first lines of the post. */
export function MentionRow({ mention, isNamed = false }: Props) {
  const { time_zone } = useUser()
  const { author, thread, excerpt, pub_date, entity_id, expert } = mention
  return (
    <li className={styles.row}>
      <Avatar person={author} />
      <div className={styles.about}>
        <p>
          <PersonLink person={author} className={styles.person} />{' '}
          {thread ? (
            <>
              in{' '}
              <a href={messagePath(thread.id, entity_id)} className={styles.topic} onClick={openInFront}>
                {thread.topic}
              </a>
            </>
          ) : (
            'recommends'
          )}{' '}
          <time dateTime={pub_date} className={styles.facts}>
            {dayOf(pub_date, time_zone)}
          </time>
        </p>
        {isNamed && expert && <p className={styles.facts}>About {expert.name}</p>}
        <p className={`t-quote ${styles.voice}`}>{excerpt}</p>
      </div>
    </li>
  )
}

/** All mentions of a company's experts, loaded on demand. */
export function CompanyMentions({ company }: { company: { id: number; name: string } }) {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <CompanyList company={company} />
  ) : (
    <Button className={styles.more} onClick={() => setOpen(true)}>
      All mentions of {company.name}
    </Button>
  )
}

const CompanyList = ({ company: { id, name } }: { company: { id: number; name: string } }) => (
  <Section level={3} title={`Mentions of ${name}`}>
    <PagedList
      query={useInfiniteQuery(companyMentionsQuery(id))}
      keyOf={({ entity_type, entity_id, expert }) => `${entity_type} ${entity_id} ${expert?.id}`}
      skeleton={<Skeleton width="most" />}
      failed={(again) => (
        <p role="alert" className={styles.empty}>
          We couldn’t load this. <Button onClick={again}>Try again</Button>
        </p>
      )}
      empty={null}
    >
      {(mention) => <MentionRow mention={mention} isNamed />}
    </PagedList>
  </Section>
)
