/** What is done seldom about a thread or a reply, in a dialog that is loaded when somebody asks for it. */
import { useEffect, useRef, useState } from 'react'
import type { MessageView, ThreadView } from '#web/features/discussions/discussions.queries.ts'
import styles from '#web/features/discussions/More.module.css'
import { ReportForm } from '#web/features/discussions/ReportForm.tsx'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  thread: ThreadView
  /** 0 for the thread itself. */
  messageId: number
  viewer: { id: number; is_staff: boolean }
  onClose: () => void
}

interface About {
  type: 'thread' | 'message'
  id: number
  words: string
  person: MessageView['sender']
  isOwn: boolean
}

function aboutOf(thread: ThreadView, messageId: number): About {
  const message = thread.messages.find(({ id }) => id === messageId)
  if (!message)
    return { type: 'thread', id: thread.id, words: 'this thread', person: thread.author, isOwn: thread.is_own }
  return {
    type: 'message',
    id: message.id,
    words: `the reply of ${message.sender.name}`,
    person: message.sender,
    isOwn: message.is_own,
  }
}

export default function More({ thread, messageId, viewer, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [about] = useState(() => aboutOf(thread, messageId))
  const [place, setPlace] = useState<'choice' | 'report'>('choice')
  useEffect(() => dialog.current?.showModal(), [])
  const { isOwn } = about
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="more-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.inner}>
        {place === 'choice' ? (
          <>
            <h2 id="more-title" className="t-section">
              About {about.words}
            </h2>
            <ul className={styles.choices}>
              <li>
                <button type="button" autoFocus onClick={() => setPlace('report')}>
                  {isOwn ? 'Ask staff to remove it' : 'Report to staff'}
                </button>
              </li>
            </ul>
            <Button look="bare" onClick={close}>
              Close
            </Button>
          </>
        ) : (
          <ReportForm about={about} isOwn={isOwn} onClose={close} />
        )}
      </div>
    </dialog>
  )
}
