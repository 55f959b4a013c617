import { Field } from '#web/kit/forms/Field.tsx'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { TOPIC_LENGTH, topicProblem } from '#shared/posts.ts'
import { reasonProblem } from '#shared/moderation.ts'
import type { Item } from '#web/features/moderation/moderation.queries.ts'
import type { ItemAct } from '#web/features/moderation/QueueItem.tsx'
import { ReasonField } from '#web/features/moderation/answer-templates/ReasonField.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { Button } from '#web/kit/Button.tsx'

export interface Task {
  act: 'reject' | 'remove' | 'edit'
  items: readonly Item[]
}

interface Props {
  task: Task | null
  chosen: readonly Item[]
  problem: string | null
  onAct: (act: ItemAct) => void
  onClear: () => void
  onDecide: (words: { reason?: string; topic?: string; body?: string }) => void
  onClose: () => void
}

/** At the bottom of the page: the form of the current decision, or the actions for the selected posts. */
export function DecisionBar({ task, chosen, problem, onAct, onClear, onDecide, onClose }: Props) {
  if (task === null && chosen.length === 0 && problem === null) return null
  return (
    <section className={styles.bulk} aria-label="Decision">
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {task ? (
        <DecisionForm key={`${task.act} ${task.items[0]!.item_id}`} task={task} onDecide={onDecide} onClose={onClose} />
      ) : (
        chosen.length > 0 && (
          <>
            <p role="status">{chosen.length} selected</p>
            <Button look="filled" onClick={() => onAct('approve')}>
              Approve {chosen.length}
            </Button>
            <Button onClick={() => onAct('reject')}>Reject {chosen.length}</Button>
            <Button look="bare" onClick={onClear}>
              Clear selection
            </Button>
          </>
        )
      )}
    </section>
  )
}

const WORDS = {
  reject: { title: 'Reject', why: 'Reason (the author will see this)' },
  remove: { title: 'Remove', why: 'Reason for removal (recorded)' },
  edit: { title: 'Approve with edits', why: 'Reason for the edit (optional, recorded)' },
}

type FormProps = Pick<Props, 'onDecide' | 'onClose'> & { task: Task }

/** The words of a decision, checked before it is made. */
function useDecision({ task, onDecide }: Pick<FormProps, 'task' | 'onDecide'>) {
  const [item] = task.items
  const [reason, setReason] = useState('')
  const [topic, setTopic] = useState(item!.topic)
  const [problem, setProblem] = useState<string | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const isEdit = task.act === 'edit'
  const submit = () => {
    const isReasonNeeded = !isEdit || reason.trim() !== ''
    const found = (isReasonNeeded ? reasonProblem(reason) : null) ?? (isEdit ? topicProblem(topic) : null)
    setProblem(found)
    if (found !== null) return
    onDecide({
      ...(reason.trim() !== '' && { reason: reason.trim() }),
      ...(isEdit && { body: body.current!.innerHTML, ...(item!.item_type === 'thread' && { topic }) }),
    })
  }
  return { reason, setReason, topic, setTopic, problem, body, submit }
}

function DecisionForm({ task, onDecide, onClose }: FormProps) {
  const [item] = task.items
  const { reason, setReason, topic, setTopic, problem, body, submit } = useDecision({ task, onDecide })
  const first = useRef<HTMLTextAreaElement>(null)
  const isEdit = task.act === 'edit'
  useEffect(() => (isEdit ? body.current : first.current)?.focus(), [isEdit, body])
  const about = task.items.length === 1 ? `${item!.item_type} of ${item!.author.name}` : `${task.items.length} posts`
  return (
    <form
      className={styles.form}
      aria-label={`${isEdit ? 'Edit' : WORDS[task.act].title} ${about}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <p className={styles.label}>
        {isEdit ? 'Edit' : WORDS[task.act].title}: {about}
      </p>
      {isEdit && item!.item_type === 'thread' && (
        <Field
          label="Topic"
          value={topic}
          maxLength={TOPIC_LENGTH}
          onChange={(event) => setTopic(event.target.value)}
        />
      )}
      {isEdit && <EditedBody html={item!.body} field={body} />}
      <ReasonField ref={first} label={WORDS[task.act].why} value={reason} onChange={setReason} />
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" look="filled">
          {isEdit ? WORDS.edit.title : `${WORDS[task.act].title} ${task.items.length === 1 ? '' : task.items.length}`}
        </Button>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

/** An editable element of the page, so that links, lists and mentions stay intact; the server sanitizes the result. */
function EditedBody({ html, field }: { html: string; field: RefObject<HTMLDivElement | null> }) {
  const [initial] = useState(html)
  return (
    <div
      ref={field}
      contentEditable
      suppressContentEditableWarning
      role="textbox"
      aria-multiline="true"
      aria-label="Text"
      className={`t-reply ${styles.html} ${styles.editor}`}
      dangerouslySetInnerHTML={{ __html: initial }}
    />
  )
}
