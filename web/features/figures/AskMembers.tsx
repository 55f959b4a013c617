import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AskToAnswer, GetFigures } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { newKey } from '#shared/kit/ids.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'
import type { Figures } from '#web/features/figures/figures.queries.ts'
import styles from './Figures.module.css'

export type Question = Figures['unanswered_questions'][number]

const MESSAGE = 'This question hasn’t had an answer yet. You’ve answered others like it. Would you have a look?'

/** Staff ask members who could answer, each in a direct message. */
export function AskMembers({ question }: { question: Question }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.ask}
        aria-label={`Ask them: ${question.topic}`}
        onClick={() => setOpen(true)}
      >
        Ask them
      </button>
      {isOpen && (
        <Dialog labelledBy="ask-title" onClose={() => setOpen(false)}>
          {(close) => <AskForm question={question} onClose={close} />}
        </Dialog>
      )}
    </>
  )
}

/** Those who have been asked, with the others who could answer. */
function peopleOf({ answerers, asks }: Question) {
  const asked = new Map(asks.flatMap((ask) => (ask.user ? [[ask.user.id, ask] as const] : [])))
  return answerers.map((person) => ({ ...person, ask: asked.get(person.id) }))
}

function useAsk(question: Question, onClose: () => void) {
  const client = useQueryClient()
  const keys = useRef(new Map<number, string>())
  const people = peopleOf(question)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const keyOf = (id: number) => {
    const key = keys.current.get(id) ?? newKey()
    keys.current.set(id, key)
    return key
  }
  const form = useForm({
    initial: { message: MESSAGE },
    fields: ['members', 'message'],
    check: ({ message }) =>
      chosen.length === 0
        ? { field: 'members', message: 'Choose who to ask.' }
        : message.trim() === ''
          ? { field: 'message', message: 'Enter a message.' }
          : null,
    // One after the other: after a failure, those before it are shown as asked.
    submit: async ({ message }) => {
      try {
        for (const user_id of chosen) {
          await execute(AskToAnswer, {
            thread_id: question.thread_id,
            user_id,
            message,
            idempotency_key: keyOf(user_id),
          })
          setChosen((now) => now.filter((id) => id !== user_id))
        }
      } finally {
        await client.invalidateQueries({ queryKey: [GetFigures.name] })
      }
    },
    success: 'Your message was sent',
    onDone: onClose,
  })
  const choose = (id: number, isChosen: boolean) =>
    setChosen((now) => (isChosen ? [...now, id] : now.filter((each) => each !== id)))
  return { people, chosen, choose, form }
}

function AskForm({ question, onClose }: { question: Question; onClose: () => void }) {
  const { time_zone } = useUser()
  const { people, chosen, choose, form } = useAsk(question, onClose)
  const membersProblem = form.problemOf('members')
  return (
    <form {...form.props} noValidate className={styles.askForm}>
      <h2 id="ask-title" className="t-section">
        Who could answer
      </h2>
      <p className={styles.note}>
        They answered questions in the same areas. Each gets a direct message from you, with a link to the question.
      </p>
      <FormProblem>{form.problem}</FormProblem>
      <fieldset className={styles.people} aria-describedby={membersProblem ? 'ask-problem' : undefined}>
        <legend className="visually-hidden">Members to ask</legend>
        {people.map(({ id, name, ask }) => (
          <CheckboxField
            key={id}
            label={name}
            hint={ask && `Asked by ${ask.asked_by?.name ?? 'staff'}, ${longDate(ask.asked_at, time_zone)}`}
            checked={ask !== undefined || chosen.includes(id)}
            disabled={ask !== undefined || form.isPending}
            onChange={({ target }) => choose(id, target.checked)}
          />
        ))}
      </fieldset>
      {membersProblem && (
        <p id="ask-problem" role="alert" className={styles.problem}>
          {membersProblem}
        </p>
      )}
      <TextAreaField {...form.field('message')} label="Message" rows={4} maxLength={2_000} />
      <p className={styles.acts}>
        <SubmitButton isPending={form.isPending}>
          {chosen.length > 1 ? `Ask ${chosen.length} members` : 'Ask'}
        </SubmitButton>
        <Button onClick={onClose}>Close</Button>
      </p>
    </form>
  )
}
