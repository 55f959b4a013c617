import { namesInWords } from '#shared/discussions.ts'
import { longDate } from '#shared/kit/dates.ts'
import { personLine } from '#shared/people.ts'
import { readersLine } from '#web/features/discussions/messages/Message.tsx'
import { threadRows } from '#web/features/discussions/messages/thread-rows.ts'
import styles from '#web/features/discussions/print/PrintedThread.module.css'
import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { readersInWords } from '#web/features/discussions/thread/ThreadHeader.tsx'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import type { Viewer } from '#web/platform/session/session.ts'

interface Props {
  thread: ThreadView
  viewer: Viewer
  printedAt: number
}

/** Replies in the member's order, none folded. A table, because browsers repeat its foot on every page. */
export function PrintedThread({ thread, viewer, printedAt }: Props) {
  const { time_zone: timeZone, reply_order: order } = viewer
  const messages = thread.messages.filter((message) => mayPrint(message, viewer.id))
  const hasPrivate = messages.some(({ is_private }) => is_private)
  const rows = threadRows(
    { thread: { ...thread, messages }, is_complete: true },
    { viewerId: viewer.id, readUntil: null, outgoing: [], order, sentAs: new Map() },
  )
  const networks = namesInWords(thread.peer_networks.map(({ display_name }) => display_name))
  return (
    <table className={styles.printed} data-printed="">
      <tfoot>
        <tr>
          <td>
            <p className={styles.foot}>
              <b>Confidential.</b> {readersInWords(thread)}{' '}
              {hasPrivate && 'Private replies can be read only by those named and by staff. '}
              Printed by {viewer.name}, {longDate(new Date(printedAt).toISOString(), timeZone)}
            </p>
          </td>
        </tr>
      </tfoot>
      <tbody>
        <tr>
          <td>
            <p className={styles.mark}>Counterpart{networks !== '' && `, ${networks}`}</p>
            <h1 className="t-thread-title">{thread.topic}</h1>
            <p className={styles.byline}>
              <b>{thread.author.name}</b>,{' '}
              {[personLine(thread.author), longDate(thread.pub_date, timeZone)].filter(Boolean).join('. ')}
            </p>
            <MessageHtml html={thread.cleaned_html} className="t-opening" />
            {rows.map(
              ({ key, message, isAnswer }) =>
                message && (
                  <PrintedReply
                    key={key}
                    message={message}
                    isAnswer={isAnswer}
                    viewerId={viewer.id}
                    timeZone={timeZone}
                  />
                ),
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** Staff can read private replies of others, but they are not for paper. */
const mayPrint = ({ is_private, is_own, private_readers }: MessageView, viewerId: number) =>
  !is_private || is_own || private_readers.some(({ id }) => id === viewerId)

interface ReplyProps {
  message: MessageView
  isAnswer: boolean
  viewerId: number
  timeZone: string
}

function PrintedReply({ message, isAnswer, viewerId, timeZone }: ReplyProps) {
  const { sender, pub_date, is_private, parsed_body, attachments } = message
  return (
    <article className={isAnswer ? `${styles.reply} ${styles.answer}` : styles.reply}>
      <p className={styles.byline}>
        <b>{sender.name}</b>, {[personLine(sender), longDate(pub_date, timeZone)].filter(Boolean).join('. ')}
      </p>
      {is_private && <p className={styles.private}>{readersLine(message, viewerId)}</p>}
      <MessageHtml html={parsed_body} className="t-reply" />
      {attachments.length > 0 && (
        <p className={styles.byline}>Attached: {attachments.map(({ name }) => name).join(', ')}</p>
      )}
    </article>
  )
}
