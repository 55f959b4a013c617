import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { threadPath } from '#shared/discussions.ts'
import { CHANGES_KEPT } from '#web/features/discussions/editing/edit-mode.ts'
import {
  appearsInWords,
  waitingQuery,
  withdrawWaiting,
  type WaitingPost,
} from '#web/features/discussions/waiting/waiting.queries.ts'
import styles from '#web/features/discussions/waiting/WaitingPosts.module.css'
import { AnonymousMark } from '#web/kit/AnonymousMark.tsx'
import { Button } from '#web/kit/Button.tsx'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'

/** The viewer's anonymous posts that are not published yet, in one thread or in all. Only the author sees them. */
export default function WaitingPosts({ threadId }: { threadId?: number }) {
  const posts = useQuery(waitingQuery).data?.waiting_posts ?? []
  const shown = posts.filter((post) => threadId === undefined || (post.thread_id === threadId && !hasAppeared(post)))
  if (shown.length === 0) return null
  return (
    <section className={styles.waiting} aria-label="Your anonymous posts">
      {shown.map((post) => (
        <Post key={post.id} post={post} />
      ))}
    </section>
  )
}

const hasAppeared = ({ ended_at, refusal }: WaitingPost) => ended_at !== null && refusal === null

function Post({ post }: { post: WaitingPost }) {
  const client = useQueryClient()
  const { time_zone } = useUser()
  const withdraw = useCommand(() => withdrawWaiting(client, post.id), { onError: 'show' })
  return (
    <article className={styles.post}>
      <AnonymousMark size={36} />
      <div className={styles.body}>
        <p className={styles.topic}>
          {post.is_reply && (post.is_private ? 'Private reply: ' : 'Reply: ')}
          <b>{post.topic}</b>
        </p>
        <p className={styles.state} role="status">
          {stateOf(post, time_zone)}
        </p>
        {!hasAppeared(post) && <MessageHtml html={post.body} className="t-reply" />}
        {withdraw.error && <p role="alert">{errorMessage(withdraw.error, CHANGES_KEPT)}</p>}
        {hasAppeared(post) ? (
          post.thread_id !== null && (
            <Button onClick={() => navigateTo(threadPath(post.thread_id!))}>Open discussion</Button>
          )
        ) : (
          <Button disabled={withdraw.isPending} onClick={() => void withdraw.run()}>
            {post.refusal === null ? 'Cancel post' : 'Dismiss'}
          </Button>
        )}
      </div>
    </article>
  )
}

function stateOf(post: WaitingPost, timeZone: string): string {
  if (post.refusal !== null) return `Not posted. ${post.refusal}`
  if (hasAppeared(post)) return 'Posted without your name.'
  return `Waiting. It appears ${appearsInWords(post, timeZone)}, at a random moment. Until then, only you can see it.`
}
