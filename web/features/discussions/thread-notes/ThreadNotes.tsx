import { expertPath } from '#shared/experts.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { isSectionOn } from '#shared/networks.ts'
import { personLine } from '#shared/people.ts'
import { ROUTES } from '#shared/routes.ts'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { visibilityFor } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'
import styles from './ThreadNotes.module.css'

const EXPERTS_SHOWN = 4

/** The experts that the posts name, the most named first. */
export function ExpertsNamed({ thread }: { thread: ThreadView }) {
  const named = new Map<number, { expert: ThreadView['experts'][number]; times: number }>()
  for (const expert of [...thread.experts, ...thread.messages.flatMap((message) => message.experts_mentioned)])
    named.set(expert.id, { expert, times: (named.get(expert.id)?.times ?? 0) + 1 })
  if (named.size === 0) return null
  const experts = [...named.values()].toSorted((a, b) => b.times - a.times).slice(0, EXPERTS_SHOWN)
  return (
    <SideNote title="Experts named here">
      <ul>
        {experts.map(({ expert: { id, name, company }, times }) => (
          <li key={id} className={styles.row}>
            <Monogram id={id} name={name} size={36} shape={company?.name === name ? 'firm' : 'person'} />
            <div className={styles.about}>
              <Link to={expertPath(id)} className={styles.name}>
                {name}
              </Link>
              <p className={styles.facts}>
                {[company && company.name !== name && company.name, times > 1 && `Named ${times} times`]
                  .filter(Boolean)
                  .join('. ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </SideNote>
  )
}

/** Who asked, with the way to write to them. Anonymous authors, and the viewer, have no note. */
export function AuthorNote({ thread: { author } }: { thread: ThreadView }) {
  const viewer = useUser()
  if (author.id === ANONYMOUS_USER_ID || author.id === viewer.id) return null
  return (
    <SideNote title="The author">
      <ul>
        <li className={styles.row}>
          <Avatar person={author} size={36} />
          <div className={styles.about}>
            <PersonLink person={author} className={styles.name} />
            <p className={styles.facts}>{personLine(author)}</p>
          </div>
          {isSectionOn(visibilityFor(viewer), 'inbox') && (
            <Link
              to={ROUTES.inbox}
              search={{ to: author.id }}
              className={styles.act}
              aria-label={`Message ${author.name}`}
            >
              Message
            </Link>
          )}
        </li>
      </ul>
    </SideNote>
  )
}
