/** Another member's posts, replies and upvotes, limited to what the viewer may read. */
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getUserInteractions, userLikes } from '#api/operations.ts'
import { groupReplies, messagePath, threadPath } from '#shared/discussions.ts'
import { agoOf } from '#shared/kit/dates.ts'
import type { MemberSection } from '#shared/profiles.ts'
import { ACTIVITY_PAGE, agree } from '#shared/reading.ts'
import { Entry, Listed, NamedExpert, upvotedEntries } from '#web/features/discussions/activity/ActivityPage.tsx'
import { ThreadTitleLink } from '#web/features/discussions/thread-card/ThreadTitleLink.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { execute } from '#web/platform/api/operations.ts'

interface Person {
  id: number
  name: string
}

const interactionsQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: [getUserInteractions.name, userId] as const,
    queryFn: async ({ pageParam, signal, client }) =>
      (
        await execute(
          getUserInteractions,
          { user_id: userId, limit: ACTIVITY_PAGE, offset: pageParam },
          { signal, client },
        )
      ).getUserInteractions,
    initialPageParam: 0,
    getNextPageParam: ({ items, count }, pages) =>
      items.length > 0 && pages.length * ACTIVITY_PAGE < count ? pages.length * ACTIVITY_PAGE : undefined,
  })

const likesQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: [userLikes.name, userId] as const,
    queryFn: async ({ pageParam, signal, client }) =>
      (
        await execute(
          userLikes,
          { user_id: userId, limit: ACTIVITY_PAGE, ...(pageParam && { cursor: pageParam }) },
          { signal, client },
        )
      ).userLikes,
    initialPageParam: 0,
    getNextPageParam: (page) => page?.next_cursor ?? undefined,
  })

export const MemberActivity = ({ person, section }: { person: Person; section: MemberSection }) =>
  section === 'Upvotes' ? <Upvotes person={person} /> : <Interactions person={person} />

function Interactions({ person }: { person: Person }) {
  const feed = useInfiniteQuery(interactionsQuery(person.id))
  type Items = NonNullable<typeof feed.data>['pages'][number]['items']
  const rows = (items: Items) =>
    items.map(({ kind, occurred_at, thread, message, recommendation }) =>
      recommendation?.expert ? (
        <NamedExpert
          key={`recommendation-${recommendation.id}`}
          expert={recommendation.expert}
          date={occurred_at}
          excerpt={recommendation.cleaned_message}
          facts="Recommended them"
        />
      ) : (
        thread && (
          <Entry
            key={`${thread.id}-${message?.id ?? 0}`}
            href={message ? messagePath(thread.id, message.id) : threadPath(thread.id)}
            threadId={thread.id}
            topic={thread.topic}
            date={occurred_at}
            excerpt={message?.excerpt ?? ''}
            facts={
              kind === 'thread'
                ? `Started it. ${groupReplies(thread.num_of_responses)}`
                : message && message.num_of_likes > 0
                  ? agree(message.num_of_likes)
                  : null
            }
          />
        )
      ),
    )
  return (
    <Listed
      feed={feed}
      title={`We couldn’t load ${person.name}’s activity`}
      empty="Nothing you can read yet"
      what={`What ${person.name} posts, replies to, and recommends in your networks appears here.`}
    >
      {rows}
    </Listed>
  )
}

const ANSWERS_SHOWN = 3

/** Beside a profile: the latest replies that the viewer may read. The same answer as the member's interactions. */
export function RecentAnswers({ person }: { person: Person }) {
  const { time_zone } = useUser()
  const { data, dataUpdatedAt } = useInfiniteQuery(interactionsQuery(person.id))
  const answers = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .flatMap(({ thread, message, occurred_at }) => (thread && message ? [{ thread, message, occurred_at }] : []))
    .slice(0, ANSWERS_SHOWN)
  if (answers.length === 0) return null
  return (
    <SideNote title="Recent answers">
      <ul>
        {answers.map(({ thread, message, occurred_at }) => (
          <ThreadTitleLink
            key={message.id}
            thread={thread}
            messageId={message.id}
            facts={agoOf(occurred_at, time_zone, dataUpdatedAt)}
          />
        ))}
      </ul>
    </SideNote>
  )
}

function Upvotes({ person }: { person: Person }) {
  const feed = useInfiniteQuery(likesQuery(person.id))
  return (
    <Listed
      feed={feed}
      title={`We couldn’t load what ${person.name} agreed with`}
      empty="Nothing you can read yet"
      what={`Posts in your networks that ${person.name} agrees with appear here.`}
    >
      {upvotedEntries}
    </Listed>
  )
}
