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

function CompanyList({ company: { id, name } }: { company: { id: number; name: string } }) {
  const said = useInfiniteQuery(companyMentionsQuery(id))
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = said
  return (
    <Section level={3} title={`Mentions of ${name}`}>
      {data === undefined &&
        (isError ? (
          <p role="alert" className={styles.empty}>
            We couldn’t load this. <Button onClick={() => void refetch()}>Try again</Button>
          </p>
        ) : (
          <Skeleton width="most" />
        ))}
      <ul>
        {data?.pages.flatMap(({ items }) =>
          items.map((mention) => (
            <MentionRow
              key={`${mention.entity_type} ${mention.entity_id} ${mention.expert?.id}`}
              mention={mention}
              isNamed
            />
          )),
        )}
      </ul>
      {hasNextPage && (
        <Button className={styles.more} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </Section>
  )
}
