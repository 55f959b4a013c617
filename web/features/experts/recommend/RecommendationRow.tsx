import { expertInWords } from '#shared/discussions.ts'
import { expertPath } from '#shared/experts.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { personLine } from '#shared/people.ts'
import { ExpertMark } from '#web/features/experts/ExpertRow.tsx'
import type { Recommendation } from '#web/features/experts/experts.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/experts/Experts.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'

interface Props {
  recommendation: Recommendation
  /** On the expert's page, shows the author; elsewhere, the expert. */
  isOnPage?: boolean
}

/** A member's recommendation of an expert, with their relationship. */
export function RecommendationRow({ recommendation, isOnPage = false }: Props) {
  const { time_zone } = useUser()
  const { author, expert, pub_date, areas_of_expertise: areas, affiliation, message } = recommendation
  return (
    <li className={styles.row}>
      {isOnPage || !expert ? <Avatar person={author} /> : <ExpertMark expert={expert} />}
      <div className={styles.about}>
        <p>
          {isOnPage || !expert ? (
            <>
              <PersonLink person={author} className={styles.person} /> <span>{personLine(author)}</span>
            </>
          ) : (
            <Link to={expertPath(expert.id)} className={styles.person}>
              {expertInWords(expert)}
            </Link>
          )}{' '}
          <time dateTime={pub_date} className={styles.facts}>
            {dayOf(pub_date, time_zone)}
          </time>
        </p>
        <MessageHtml html={message} className={`t-reply ${styles.said}`} />
        {affiliation && <p className={styles.affiliation}>Disclosed: {affiliation}</p>}
        <p className={styles.facts}>For {areas.map(({ name }) => name).join(', ')}</p>
      </div>
    </li>
  )
}
