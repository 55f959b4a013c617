import { useState, type MouseEvent } from 'react'
import { namesInWords } from '#shared/discussions.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { personLine } from '#shared/people.ts'
import { counted } from '#shared/kit/text.ts'
import { AttachmentList } from '#web/writing/content/AttachmentList.tsx'
import { EditableMessage, canEdit, canRewriteText } from '#web/features/discussions/editing/EditableMessage.tsx'
import type { EditMode } from '#web/features/discussions/editing/edit-mode.ts'
import { Byline } from '#web/features/discussions/thread-card/Byline.tsx'
import { Collapsible } from '#web/kit/layout/Collapsible.tsx'
import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { LazyPollPanel } from '#web/features/discussions/polls/LazyPollPanel.tsx'
import { EditedMark } from '#web/features/discussions/messages/Message.tsx'
import { Rejection } from '#web/features/discussions/messages/Rejection.tsx'
import acts from '#web/features/discussions/messages/Message.module.css'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import { ExpertNames } from '#web/features/discussions/expert-tags/ExpertNames.tsx'
import styles from '#web/features/discussions/thread/ThreadHeader.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { clearOverlay, isForBrowser, navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  thread: ThreadView
  now: number
  timeZone: string
  onMore: () => void
}

const namesOf = (networks: ThreadView['peer_networks']) =>
  namesInWords(networks.map(({ display_name }) => display_name))

/** The topic, author and opening message. */
export function ThreadHeader({ thread, now, timeZone, onMore }: Props) {
  const opening = thread.messages.find(({ is_original_message }) => is_original_message)
  const networks = namesOf(thread.peer_networks)
  const position = personLine(thread.author)
  return (
    <>
      <h1 className={`t-thread-title ${styles.topic}`}>{thread.topic}</h1>
      <div className={styles.author}>
        <Avatar person={thread.author} size={44} />
        <Byline author={thread.author} thread={thread} now={now} timeZone={timeZone}>
          {position}
          {position !== '' && networks !== '' && '. '}
          {networks !== '' && (
            <>
              In <b>{networks}</b>
            </>
          )}
        </Byline>
        <button type="button" className={styles.more} aria-label="More actions for this discussion" onClick={onMore}>
          …
        </button>
      </div>
      {thread.is_own && thread.is_anonymous && (
        <p className={styles.notice}>You asked this anonymously. Members see “A member” here and on your replies.</p>
      )}
      {thread.is_own && !thread.approved && !thread.moderation.processed && (
        <p className={styles.notice}>Staff haven’t reviewed this yet. Members can see it in the meantime.</p>
      )}
      {opening ? (
        <OpeningMessage thread={thread} opening={opening} now={now} />
      ) : (
        <MessageHtml html={thread.cleaned_html} className="t-opening" />
      )}
      <ExpertNames experts={opening?.experts_mentioned ?? []} />
      {thread.poll && <LazyPollPanel thread={thread} now={now} />}
      <AttachmentList attachments={opening?.attachments ?? []} />
      <Tags thread={thread} />
      {opening && <Rejection message={opening} className={styles.notice} />}
      <p className={styles.readers}>{readersInWords(thread)}</p>
      {thread.closed_at && (
        <p className={styles.notice}>Closed on {dayOf(thread.closed_at, timeZone, now)}. You can still read it.</p>
      )}
    </>
  )
}

/** The text of the opening message, with the actions of those who may edit or remove it. */
function OpeningMessage({ thread, opening, now }: Pick<Props, 'thread' | 'now'> & { opening: MessageView }) {
  const viewer = useUser()
  const [editMode, setEditMode] = useState<EditMode | null>(null)
  const mayEdit = canEdit(opening, viewer, now)
  const isUnanswered = thread.num_of_responses + thread.num_of_private_responses === 0
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const act = event.target instanceof Element && event.target.closest<HTMLElement>('[data-act]')?.dataset.act
    if (act) setEditMode({ act: act as EditMode['act'], id: opening.id })
  }
  return (
    <EditableMessage
      editMode={editMode}
      message={opening}
      thread={thread}
      viewer={viewer}
      onClose={() => setEditMode(null)}
    >
      <Collapsible isFolded={opening.is_blocked}>
        <MessageHtml html={thread.cleaned_html} className="t-opening" />
      </Collapsible>
      {(opening.edited_at || mayEdit) && (
        <div className={acts.acts} onClick={onClick}>
          {mayEdit && canRewriteText(opening) && (
            <button type="button" data-act="change">
              Edit
            </button>
          )}
          {mayEdit && (viewer.is_staff || isUnanswered) && (
            <button type="button" data-act="remove">
              Remove
            </button>
          )}
          <EditedMark message={opening} />
        </div>
      )}
    </EditableMessage>
  )
}

/** "1,595 members of Legal and Technology GCs can read this." */
export function readersInWords({ num_of_readers, accessible_from }: ThreadView): string {
  const networks = namesOf(accessible_from)
  const readers = counted(num_of_readers, 'member')
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
            if (isForBrowser(event)) return
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
