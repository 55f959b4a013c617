import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UserLikesQuery } from '#api/operations.ts'
import { expertInWords, groupReplies, messagePath, threadPath } from '#shared/discussions.ts'
import { expertPath } from '#shared/experts.ts'
import { agoOf } from '#shared/kit/dates.ts'
import { agree } from '#shared/reading.ts'
import { ROUTES } from '#shared/routes.ts'
import { postsQuery, repliesQuery, upvotesQuery } from '#web/features/discussions/activity/activity.queries.ts'
import { SECTIONS, type ActivitySearch } from '#web/features/discussions/activity/activity-search.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/discussions/activity/ActivityPage.module.css'
import { DRAFTS_SAFE } from '#web/writing/drafts/draft-store.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { openThreadLink } from '#web/features/discussions/queries/thread-links.ts'
import { useNow } from '#web/kit/use-now.ts'
import { LoadMore } from '#web/kit/list/LoadMore.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { SectionNav, WHOLE_ADDRESS } from '#web/platform/shell/SectionNav.tsx'

interface Props {
  search: ActivitySearch
  /** The member's own recommendations; passed in because they belong to the experts feature. */
  recommendations: ReactNode
}

/** The member's own posts, upvotes, recommendations and replies. */
export function ActivityPage({ search, recommendations }: Props) {
  useTitle('Activity')
  const current = search.section ?? SECTIONS[0]
  return (
    <Page>
      <h1 className="t-page-title">Activity</h1>
      <p className={styles.lede}>
        Everything you’ve posted, replied to, agreed with, and recommended. Private replies aren’t listed.
      </p>
      <SectionNav label="Activity sections">
        {SECTIONS.map((section) => (
          <Link
            key={section}
            to={ROUTES.profileActivity}
            search={section === SECTIONS[0] ? {} : { section }}
            activeOptions={WHOLE_ADDRESS}
            aria-current={section === current ? 'page' : undefined}
          >
            {section}
          </Link>
        ))}
      </SectionNav>
      {current === 'Posts' && <Posts />}
      {current === 'Upvotes' && <Upvotes />}
      {current === 'Recommendations' && recommendations}
      {current === 'Replies' && <Replies />}
    </Page>
  )
}

function Posts() {
  const feed = useInfiniteQuery(postsQuery)
  const rows = (items: NonNullable<typeof feed.data>['pages'][number]['items']) =>
    items.map(({ thread }) => (
      <Entry
        key={thread.id}
        href={threadPath(thread.id)}
        threadId={thread.id}
        topic={thread.topic}
        date={thread.pub_date}
        excerpt={thread.excerpt}
        facts={groupReplies(thread.num_of_responses)}
      />
    ))
  return (
    <Listed feed={feed} empty="You haven’t started a discussion yet" what="Discussions you start appear here.">
      {rows}
    </Listed>
  )
}

function Replies() {
  const feed = useInfiniteQuery(repliesQuery(useUser().id))
  const rows = (items: NonNullable<typeof feed.data>['pages'][number]['items']) =>
    items.map(({ message, thread }) => (
      <Entry
        key={message.id}
        href={messagePath(thread.id, message.id)}
        threadId={thread.id}
        topic={thread.topic}
        date={message.pub_date}
        excerpt={message.excerpt}
        facts={message.num_of_likes > 0 ? agree(message.num_of_likes) : null}
      />
    ))
  return (
    <Listed feed={feed} empty="You haven’t replied yet" what="Your replies to the group appear here.">
      {rows}
    </Listed>
  )
}

function Upvotes() {
  const feed = useInfiniteQuery(upvotesQuery)
  return (
    <Listed
      feed={feed}
      empty="You haven’t agreed with anything yet"
      what="Posts you agree with appear here so you can find them again."
    >
      {upvotedEntries}
    </Listed>
  )
}

/** The messages, threads and experts that the member upvoted, as list entries. */
export const upvotedEntries = (items: Upvoted[]) =>
  items.map(({ id, entity_type, message, thread, expert, created_at }) =>
    expert ? (
      <NamedExpert key={id} expert={expert} date={created_at} facts="You voted for them" />
    ) : (
      message &&
      thread && (
        <Entry
          key={id}
          href={entity_type === 'thread' ? threadPath(thread.id) : messagePath(thread.id, message.id)}
          threadId={thread.id}
          topic={thread.topic}
          date={created_at}
          excerpt={message.excerpt}
          facts={`By ${message.sender.name}. ${agree(message.num_of_likes)}`}
        />
      )
    ),
  )

type Upvoted = NonNullable<UserLikesQuery['userLikes']>['items'][number]

interface NamedProps {
  expert: { id: number; name: string; company: { name: string } | null }
  date: string
  excerpt?: string
  facts: string
}

/** An expert that the member upvoted or recommended. */
export function NamedExpert({ expert, date, excerpt, facts }: NamedProps) {
  const { time_zone } = useUser()
  const now = useNow(Date.parse(date))
  return (
    <li className={styles.entry}>
      <h2 className="t-topic">
        <a href={expertPath(expert.id)}>{expertInWords(expert)}</a>
      </h2>
      {excerpt && <p className={`t-reply ${styles.excerpt}`}>{excerpt}</p>}
      <p className={`t-meta ${styles.facts}`}>
        <time dateTime={date}>{agoOf(date, time_zone, now)}</time>
        <span>{facts}</span>
      </p>
    </li>
  )
}

interface ListedProps<Item> {
  feed: UseInfiniteQueryResult<InfiniteData<{ items: Item[] } | null, unknown>>
  /** Title of the error state. */
  title?: string
  empty: string
  what: string
  children: (items: Item[]) => ReactNode
}

export function Listed<Item>({
  feed,
  title = 'We couldn’t load your activity',
  empty,
  what,
  children,
}: ListedProps<Item>) {
  const { data, isError, refetch } = feed
  if (data === undefined)
    return isError ? (
      <LoadFailed title={title} again={refetch}>
        The list couldn’t be loaded. {DRAFTS_SAFE}
      </LoadFailed>
    ) : (
      <div className={styles.loading} aria-busy="true">
        <Skeleton width="most" />
      </div>
    )
  const items = data.pages.flatMap((page) => page?.items ?? [])
  if (items.length === 0)
    return (
      <StatePage title={empty}>
        <p>{what}</p>
      </StatePage>
    )
  return (
    <>
      <ul className={styles.list} onClick={openThreadLink}>
        {children(items)}
      </ul>
      <LoadMore query={feed} />
    </>
  )
}

interface EntryProps {
  href: string
  threadId: number
  topic: string
  date: string
  excerpt: string
  facts: string | null
}

export function Entry({ href, threadId, topic, date, excerpt, facts }: EntryProps) {
  const { time_zone } = useUser()
  const now = useNow(Date.parse(date))
  return (
    <li className={styles.entry}>
      <h2 className="t-topic">
        <a href={href} data-thread={threadId}>
          {topic}
        </a>
      </h2>
      {excerpt !== '' && <p className={`t-reply ${styles.excerpt}`}>{excerpt}</p>}
      <p className={`t-meta ${styles.facts}`}>
        <time dateTime={date}>{agoOf(date, time_zone, now)}</time>
        {facts && <span>{facts}</span>}
      </p>
    </li>
  )
}
