import { useQuery } from '@tanstack/react-query'
import { IconBellOff, IconPlus } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { agoOf } from '#shared/kit/dates.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/inbox/groups/GroupList.module.css'
import { entriesQuery, foundQuery, nameOf, errorMessage, type Entry } from '#web/features/inbox/inbox.queries.ts'
import { InvitationCard } from '#web/features/inbox/groups/InvitationCard.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { SearchInput } from '#web/kit/forms/SearchInput.tsx'

interface Props {
  current: number | undefined
  isHeading: boolean
  onNew: () => void
}

const SEARCHED_FROM = 2
const NONE: readonly Entry[] = []

export function GroupList({ current, isHeading, onNew }: Props) {
  const viewer = useUser()
  const [search, setSearch] = useState('')
  const [isArchive, setArchive] = useState(false)
  const words = useDeferredValue(search.trim())
  const { data, isError, error, refetch } = useQuery(entriesQuery(viewer.id, isArchive ? 'archived' : 'current'))
  const invited = useQuery(entriesQuery(viewer.id, 'invited')).data?.last_messages_in_groups ?? NONE
  const entries = data?.last_messages_in_groups
  const Heading = isHeading ? 'h1' : 'p'
  return (
    <nav aria-label="Conversations" className={styles.list}>
      <div className={styles.head}>
        <Heading className="t-section">{isArchive ? 'Archived' : 'Inbox'}</Heading>
        <Button look="bare" aria-label="New conversation" onClick={onNew}>
          <IconPlus size={20} stroke={1.6} aria-hidden />
        </Button>
      </div>
      <SearchInput
        label="Search messages"
        className={styles.search}
        placeholder="Search messages"
        value={search}
        maxLength={200}
        onChange={({ target }) => setSearch(target.value)}
      />
      {words.length >= SEARCHED_FROM ? (
        <Found words={words} names={data?.last_messages_in_groups ?? NONE} />
      ) : (
        <>
          {!isArchive && invited.length > 0 && (
            <section aria-label="Invitations" className={styles.invitations}>
              {invited.map(({ id }) => (
                <InvitationCard key={id} groupId={id} />
              ))}
            </section>
          )}
          {isError && !entries && (
            <StatePage title="We couldn’t load your conversations" again={refetch}>
              {errorMessage(error)}
            </StatePage>
          )}
          {!entries && !isError && <Loading />}
          {entries && <Entries entries={entries} current={current} isArchive={isArchive} onNew={onNew} />}
          {entries && (
            <Button look="bare" className={styles.archive} onClick={() => setArchive(!isArchive)}>
              {isArchive ? 'Back to inbox' : 'Archived conversations'}
            </Button>
          )}
        </>
      )}
    </nav>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading your conversations" className={styles.loading}>
    <Skeleton width="most" />
    <Skeleton width="half" />
    <Skeleton width="most" />
    <Skeleton width="half" />
  </div>
)

interface EntriesProps {
  entries: readonly Entry[]
  current: number | undefined
  isArchive: boolean
  onNew: () => void
}

/** Unread first, then favorites, then the rest, each ordered by last message. */
function Entries({ entries, current, isArchive, onNew }: EntriesProps) {
  if (entries.length === 0)
    return isArchive ? (
      <StatePage title="No archived conversations">
        Archived conversations appear here. You can still read them.
      </StatePage>
    ) : (
      <StatePage title="No conversations yet" actions={<Button onClick={onNew}>New conversation</Button>}>
        Message a member or start a group. Only the people in a conversation can read it.
      </StatePage>
    )
  const isUnread = ({ unread_count }: Entry) => unread_count > 0
  const sections = isArchive
    ? [{ title: 'Archived', own: entries }]
    : [
        { title: 'Unread', own: entries.filter(isUnread) },
        { title: 'Favorites', own: entries.filter((entry) => !isUnread(entry) && entry.favorite) },
        { title: 'Earlier', own: entries.filter((entry) => !isUnread(entry) && !entry.favorite) },
      ]
  return sections
    .filter(({ own }) => own.length > 0)
    .map(({ title, own }) => (
      <section key={title} aria-label={title}>
        {!isArchive && <h2 className={`t-meta ${styles.section}`}>{title}</h2>}
        <ul>
          {own.map((entry) => (
            <Row key={entry.id} entry={entry} isCurrent={entry.id === current} />
          ))}
        </ul>
      </section>
    ))
}

function Row({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  const viewer = useUser()
  const { id, last_message: last, unread_count: unread, muted, members } = entry
  const other =
    entry.group_type === 'one_to_one' ? members.find(({ user_id }) => user_id !== viewer.id)?.user : undefined
  const name = nameOf(entry)
  const line = last
    ? last.is_blocked
      ? 'A member you blocked'
      : `${last.is_own ? 'You' : last.sender.first_name}: ${last.cleaned_body}`
    : ''
  return (
    <li>
      <Link
        to={ROUTES.inbox}
        search={{ group_id: id }}
        className={styles.row}
        aria-current={isCurrent ? 'page' : undefined}
        data-unread={unread > 0 || undefined}
      >
        {other ? <Avatar person={other} size={36} /> : <Monogram id={id} name={name} size={36} shape="firm" />}
        <span className={styles.about}>
          <span className={styles.name}>{name}</span>
          <span className={styles.line}>{line}</span>
        </span>
        <span className={styles.facts}>
          {last && <time dateTime={last.pub_date}>{agoOf(last.pub_date, viewer.time_zone)}</time>}
          <span>
            {muted && <IconBellOff size={14} stroke={1.6} role="img" aria-label="Muted" />}
            {unread > 0 && (
              <b className={styles.count}>
                {unread > 99 ? '99+' : unread}
                <span className="visually-hidden"> unread</span>
              </b>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

function Found({ words, names }: { words: string; names: readonly Entry[] }) {
  const viewer = useUser()
  const { data, isError, refetch } = useQuery(foundQuery(words))
  const found = data?.search_inbox_messages
  const groups = new Map(names.map((entry) => [entry.id, nameOf(entry)]))
  if (isError) return <StatePage title="We couldn’t complete your search" again={refetch} />
  if (!found) return <Loading />
  if (found.length === 0)
    return (
      <StatePage title="No results">No messages in your conversations match. Try fewer or different words.</StatePage>
    )
  return (
    <ul aria-label="Search results">
      {found.map((message) => (
        <li key={message.id}>
          <Link
            to={ROUTES.inbox}
            search={{ group_id: message.group_id, message: message.message_index_in_group }}
            className={styles.row}
          >
            <Avatar person={message.sender} size={36} />
            <span className={styles.about}>
              <span className={styles.name}>
                {message.sender.name}
                {groups.has(message.group_id) && ` in ${groups.get(message.group_id)}`}
              </span>
              <span className={styles.line}>{message.is_blocked ? 'A member you blocked' : message.cleaned_body}</span>
            </span>
            <span className={styles.facts}>
              <time dateTime={message.pub_date}>{agoOf(message.pub_date, viewer.time_zone)}</time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
