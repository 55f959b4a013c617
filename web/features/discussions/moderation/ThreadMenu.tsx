/** Dialog with the rare actions on a thread or reply. Loaded on demand. */
import { useState } from 'react'
import { BlockForm } from '#web/features/discussions/moderation/BlockForm.tsx'
import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import styles from '#web/features/discussions/moderation/ThreadMenu.module.css'
import { ReportForm } from '#web/features/discussions/moderation/ReportForm.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'

interface Props {
  thread: ThreadView
  /** 0 for the thread itself. */
  messageId: number
  onClose: () => void
}

interface About {
  type: 'thread' | 'message'
  id: number
  words: string
  person: MessageView['sender']
  isOwn: boolean
  isAnonymous: boolean
}

function aboutOf(thread: ThreadView, messageId: number): About {
  const message = thread.messages.find(({ id }) => id === messageId)
  const { is_own: isOwn, is_anonymous: isAnonymous } = message ?? thread
  if (!message)
    return { type: 'thread', id: thread.id, words: 'this discussion', person: thread.author, isOwn, isAnonymous }
  const { id, sender } = message
  return { type: 'message', id, words: `${sender.name}’s reply`, person: sender, isOwn, isAnonymous }
}

export default function ThreadMenu({ thread, messageId, onClose }: Props) {
  const [about] = useState(() => aboutOf(thread, messageId))
  const [hidden] = useState(() => hiddenActs(messageId))
  const [place, setPlace] = useState<'choice' | 'report' | 'block'>('choice')
  return (
    <Dialog labelledBy="more-title" onClose={onClose}>
      {(close) => (
        <>
          {place === 'choice' && <Choice about={about} hidden={hidden} onChoose={setPlace} onClose={close} />}
          {place === 'report' && <ReportForm about={about} isOwn={about.isOwn} onClose={close} />}
          {place === 'block' && <BlockForm person={about.person} onClose={close} />}
        </>
      )}
    </Dialog>
  )
}

/** The actions that have no room beside the message, as on phones. */
function hiddenActs(messageId: number): HTMLElement[] {
  const place = document.querySelector('[data-top-layer]') ?? document
  const acts = place.querySelectorAll<HTMLElement>(
    messageId === 0 ? '[data-thread-acts] [data-act]' : `#message-${messageId} [data-acts] [data-act]`,
  )
  return [...acts].filter((act) => act.getClientRects().length === 0)
}

interface ChoiceProps {
  about: About
  hidden: readonly HTMLElement[]
  onChoose: (place: 'report' | 'block') => void
  onClose: () => void
}

function Choice({ about, hidden, onChoose, onClose }: ChoiceProps) {
  return (
    <>
      <h2 id="more-title" className="t-section">
        Options for {about.words}
      </h2>
      <ul className={styles.choices}>
        {hidden.map((act) => (
          <li key={act.dataset['act']}>
            <button
              type="button"
              onClick={() => {
                onClose()
                act.click()
              }}
            >
              {act.title || act.textContent}
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => onChoose('report')}>
            {about.isOwn ? 'Ask staff to remove this' : 'Report to staff'}
          </button>
        </li>
        {!about.isOwn && !about.isAnonymous && (
          <li>
            <button type="button" onClick={() => onChoose('block')}>
              Block {about.person.name}
            </button>
          </li>
        )}
      </ul>
      <Button look="bare" onClick={onClose}>
        Close
      </Button>
    </>
  )
}
