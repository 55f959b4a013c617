import { useState, type MouseEvent } from 'react'
import { namesInWords } from '#shared/discussions.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { personLine } from '#shared/people.ts'
import { Attachments } from '#web/writing/Attachments.tsx'
import { Amend, mayChange, mayRewrite, type Amending } from '#web/features/discussions/Amend.tsx'
import { Byline } from '#web/features/discussions/Byline.tsx'
import { Folded } from '#web/features/discussions/Folded.tsx'
import type { ThreadView } from '#web/features/discussions/discussions.queries.ts'
import { PollPlace } from '#web/features/discussions/PollPlace.tsx'
import { EditedMark } from '#web/features/discussions/Message.tsx'
import acts from '#web/features/discussions/Message.module.css'
import { rejectionLine } from '#web/features/discussions/Message.tsx'
import { MessageHtml } from '#web/writing/MessageHtml.tsx'
import { NamesLine } from '#web/features/discussions/NamesLine.tsx'
import styles from '#web/features/discussions/ThreadHead.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { clearOverlay, navigateTo } from '#web/platform/navigation.ts'
import { useUser } from '#web/platform/session.ts'

interface Props {
  thread: ThreadView
  now: number
  timeZone: string
  onMore: () => void
}

const namesOf = (networks: ThreadView['peer_networks']) =>
  namesInWords(networks.map(({ display_name }) => display_name))

/** The topic, who asks, and the opening message. */
export function ThreadHead({ thread, now, timeZone, onMore }: Props) {
  const { author } = thread
  const opening = thread.messages.find(({ is_original_message }) => is_original_message)
  const networks = namesOf(thread.peer_networks)
  const post = personLine(author)
  const viewer = useUser()
  const [amending, setAmending] = useState<Amending | null>(null)
  const take = (event: MouseEvent<HTMLElement>) => {
    const act = event.target instanceof Element && event.target.closest<HTMLElement>('[data-act]')?.dataset.act
    if (opening && act) setAmending({ act: act as Amending['act'], id: opening.id })
  }
  return (
    <>
      <h1 className={`t-thread-title ${styles.topic}`}>{thread.topic}</h1>
      <div className={styles.author}>
        <Avatar person={author} size={44} />
        <Byline author={author} thread={thread} now={now} timeZone={timeZone}>
          {post}
          {post !== '' && networks !== '' && '. '}
          {networks !== '' && (
            <>
              In <b>{networks}</b>
            </>
          )}
        </Byline>
        <button type="button" className={styles.more} aria-label="More about this thread" onClick={onMore}>
          …
        </button>
      </div>
      {thread.is_own && thread.is_anonymous && (
        <p className={styles.notice}>You asked this anonymously: members see “A member”, also when you answer.</p>
      )}
      {thread.is_own && !thread.approved && !thread.moderation.processed && (
        <p className={styles.notice}>Staff have not read this thread yet. Members can see it meanwhile.</p>
      )}
      {opening ? (
        <Amend amending={amending} message={opening} thread={thread} viewer={viewer} onClose={() => setAmending(null)}>
          <Folded isFolded={opening.is_blocked}>
            <MessageHtml html={thread.cleaned_html} className="t-opening" />
          </Folded>
          {(opening.edited_at || mayChange(opening, viewer, now)) && (
            <div className={acts.acts} onClick={take}>
              {mayChange(opening, viewer, now) && (
                <>
                  {mayRewrite(opening) && (
                    <button type="button" data-act="change">
                      Edit
                    </button>
                  )}
                  {(viewer.is_staff || thread.num_of_responses + thread.num_of_private_responses === 0) && (
                    <button type="button" data-act="remove">
                      Remove
                    </button>
                  )}
                </>
              )}
              <EditedMark message={opening} />
            </div>
          )}
        </Amend>
      ) : (
        <MessageHtml html={thread.cleaned_html} className="t-opening" />
      )}
      <NamesLine experts={opening?.experts_mentioned ?? []} />
      {thread.poll && <PollPlace thread={thread} now={now} />}
      <Attachments attachments={opening?.attachments ?? []} />
      <Tags thread={thread} />
      {opening?.rejection && <p className={styles.notice}>{rejectionLine(opening.rejection)}</p>}
      <p className={styles.readers}>{readersInWords(thread)}</p>
      {thread.closed_at && (
        <p className={styles.notice}>Closed on {dayOf(thread.closed_at, timeZone, now)}. It can still be read.</p>
      )}
    </>
  )
}

/** "1,595 members of Legal and Technology GCs can read this." */
export function readersInWords({ num_of_readers, accessible_from }: ThreadView): string {
  const networks = namesOf(accessible_from)
  const readers = `${num_of_readers.toLocaleString('en-US')} ${num_of_readers === 1 ? 'member' : 'members'}`
  return `${readers}${networks === '' ? '' : ` of ${networks}`} can read this.`
}

function Tags({ thread }: { thread: ThreadView }) {
  const tags = [
    ...thread.areas_of_expertise.map(({ id, name }) => ({ key: `area=${id}`, name })),
    ...thread.geographies.map(({ id, name }) => ({ key: `geography=${id}`, name })),
  ]
  if (tags.length === 0) return null
  return (
    <p className={styles.tags}>
      {tags.map(({ key, name }) => (
        <a
          key={key}
          href={`/feed?${key}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            clearOverlay()
            navigateTo(`/feed?${key}`)
          }}
        >
          {name}
        </a>
      ))}
    </p>
  )
}
