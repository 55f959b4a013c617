import { IconCornerUpLeft, IconDots, IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import type { ThreadsQuery } from '#api/operations.ts'
import { groupReplies, namesInWords, privateReplies, recommendations, threadPath } from '#shared/discussions.ts'
import { personLine } from '#shared/people.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import { Byline } from '#web/features/discussions/thread-card/Byline.tsx'
import { Collapsible } from '#web/kit/layout/Collapsible.tsx'
import { PollSummary } from '#web/features/discussions/polls/PollSummary.tsx'
import styles from '#web/features/discussions/thread-card/ThreadCard.module.css'
import { TopReplies } from '#web/features/discussions/thread-card/TopReplies.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'

export type FeedItem = ThreadsQuery['threads']['items'][number]

interface Props {
  item: FeedItem
  isUnread: boolean
  now: number
  timeZone: string
}

export const topicId = (threadId: number) => `topic-${threadId}`

/** One discussion in the feed. Links are plain; the list handles clicks and opens threads over itself. */
export const ThreadCard = memo(function ThreadEntry({ item, isUnread, now, timeZone }: Props) {
  const { thread, author } = item
  const path = threadPath(thread.id)
  return (
    <Collapsible isFolded={thread.is_blocked} id={topicId(thread.id)} className={styles.folded}>
      <div className={isUnread ? `${styles.entry} ${styles.unread}` : styles.entry}>
        <Avatar person={author} size={44} />
        <Byline
          author={author}
          thread={thread}
          now={now}
          timeZone={timeZone}
          className={styles.byline}
          mark={isUnread && <span className="visually-hidden">New. </span>}
        >
          {personLine(author)}
        </Byline>
        <div className={styles.content}>
          <h3 className={`t-topic ${styles.topic}`} id={topicId(thread.id)}>
            <a href={path} data-thread={thread.id}>
              {thread.topic}
            </a>
          </h3>
          {thread.excerpt !== '' && (
            <p className={`t-reply ${styles.excerpt}`} data-opens="">
              {thread.excerpt}
            </p>
          )}
          {thread.poll && <PollSummary poll={thread.poll} topic={thread.topic} now={now} timeZone={timeZone} />}
          <NetworkLabels thread={thread} />
          {item.top_replies.length > 0 && <TopReplies replies={item.top_replies} />}
          <Footer thread={thread} path={path} />
        </div>
      </div>
    </Collapsible>
  )
})

/** The numbers of replies, the link to reply, and the menu. */
function Footer({ thread, path }: { thread: FeedItem['thread']; path: string }) {
  return (
    <div className={styles.foot}>
      <p className={styles.tallies}>
        <a href={path} data-thread={thread.id} className={styles.tally}>
          <ReplyCounts words={groupReplies(thread.num_of_responses)} />
        </a>
        {thread.num_of_recommendations > 0 && (
          <span className={styles.tally}>
            <ReplyCounts words={recommendations(thread.num_of_recommendations)} />
          </span>
        )}
        {thread.num_of_private_responses > 0 && (
          <span className={styles.tally}>
            <IconLock size={15} stroke={1.6} className={styles.lock} aria-hidden />
            <ReplyCounts words={privateReplies(thread.num_of_private_responses)} />
          </span>
        )}
      </p>
      <a
        href={`${path}#reply`}
        data-thread={thread.id}
        className={styles.action}
        aria-label={`Reply to ${thread.topic}`}
      >
        <IconCornerUpLeft size={16} stroke={1.6} aria-hidden />
        Reply
      </a>
      <BookmarkButton
        kind="THREAD"
        id={thread.id}
        isSaved={thread.is_bookmarked}
        title={thread.topic}
        source="feed"
        className={styles.save}
      />
      <button
        type="button"
        className={styles.more}
        data-more={thread.id}
        aria-haspopup="menu"
        aria-label={`More actions for ${thread.topic}`}
      >
        <IconDots size={18} stroke={1.6} aria-hidden />
      </button>
    </div>
  )
}

function NetworkLabels({ thread }: { thread: FeedItem['thread'] }) {
  const networks = namesInWords(thread.peer_networks.map(({ display_name }) => display_name))
  return (
    <p className={styles.where}>
      {networks !== '' && (
        <span>
          In <b>{networks}</b>
        </span>
      )}
      {thread.areas_of_expertise.map(({ id, name }) => (
        <a key={id} className={styles.tag} href={`/feed?area=${id}`} data-filter={`area=${id}`}>
          {name}
        </a>
      ))}
      {thread.geographies.map(({ id, name }) => (
        <a key={id} className={styles.tag} href={`/feed?geography=${id}`} data-filter={`geography=${id}`}>
          {name}
        </a>
      ))}
    </p>
  )
}

/** "14 Group Replies", with the figure in serif. */
function ReplyCounts({ words }: { words: string }) {
  const space = words.indexOf(' ')
  return (
    <span>
      <b className={styles.figure}>{words.slice(0, space)}</b>
      {words.slice(space)}
    </span>
  )
}
