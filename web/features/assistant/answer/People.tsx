import styles from '#web/features/assistant/answer/People.module.css'
import type { AIPerson } from '#web/features/assistant/assistant.queries.ts'
import { reasonOf } from '#web/features/assistant/assistant-texts.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { ROUTES } from '#shared/routes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Link } from '#web/platform/router/Link.tsx'

/** Who could answer: members who wrote what was read. */
export function People({ people, className }: { people: readonly AIPerson[]; className?: string | undefined }) {
  if (people.length === 0) return null
  return (
    <section className={classNames(styles.people, className)}>
      <h3 className={styles.title}>Who could answer this</h3>
      <PeopleList people={people} />
    </section>
  )
}

export const PeopleList = ({ people }: { people: readonly AIPerson[] }) => (
  <ul className={styles.list}>
    {people.map((person) => (
      <li key={person.user.id} className={styles.person}>
        <Avatar person={person.user} size={36} />
        <div className={styles.about}>
          <PersonLink person={person.user} className={styles.name} isOverList />
          <p className={styles.reason}>{reasonOf(person)}</p>
        </div>
        {person.user.can_chat && (
          <Link
            to={ROUTES.inbox}
            search={{ to: person.user.id } as never}
            className={styles.message}
            aria-label={`Message ${person.user.name}`}
          >
            Message
          </Link>
        )}
      </li>
    ))}
  </ul>
)
