import { useQuery } from '@tanstack/react-query'
import { threadPath } from '#shared/discussions.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { requestsQuery } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { Section } from '#web/kit/layout/Section.tsx'
import { Failed, Rows } from '#web/features/experts/directory/ListLoadFailed.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { openInFront } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'

/** Other members' requests that the viewer has not answered. */
export function AskedNow({ title }: { title: string }) {
  const { time_zone } = useUser()
  const { data, isError, refetch } = useQuery(requestsQuery)
  const requests = data?.answerable_requests.items
  return (
    <Section title={title}>
      {requests === undefined &&
        (isError ? (
          <Failed title="We couldn’t load the requests" onRetry={() => void refetch()} />
        ) : (
          <Rows label="Requests" />
        ))}
      {requests?.length === 0 && (
        <StatePage title="No open requests">
          <p>When a member of your networks is looking for a firm or an expert, the request appears here.</p>
        </StatePage>
      )}
      <ul>
        {requests?.map(({ id, topic, author, pub_date, areas_of_expertise: areas, num_of_recommendations: named }) => (
          <li key={id} className={styles.row}>
            <Avatar person={author} />
            <div className={styles.about}>
              <p>
                <PersonLink person={author} className={styles.person} />{' '}
                <time dateTime={pub_date} className={styles.facts}>
                  {dayOf(pub_date, time_zone)}
                </time>
              </p>
              <h3 className={styles.name}>
                <ThreadLink id={id}>{topic}</ThreadLink>
              </h3>
              <p className={styles.facts}>
                {[areas.map(({ name }) => name).join(', '), named === 0 ? 'No suggestions yet' : `${named} suggested`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Opens a thread over the page, so that closing it restores the scroll position. */
export function ThreadLink({ id, children }: { id: number; children: string }) {
  return (
    <a href={threadPath(id)} onClick={openInFront}>
      {children}
    </a>
  )
}
