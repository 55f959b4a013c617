import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode } from 'react'
import { GetExpertProfile, GetRecommendationsByUser, RecommendExpert, SearchFilterExperts } from '#api/operations.ts'
import { AFFILIATION_LENGTH, RECOMMENDATION_LENGTH } from '#shared/experts.ts'
import { newKey } from '#shared/kit/ids.ts'
import { ExpertChoice, type KnownExpert } from '#web/features/experts/ExpertChoice.tsx'
import { areasQuery } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'
import {
  missingField,
  variablesOf,
  type MissingField,
  type EditorValue,
} from '#web/features/experts/recommendation-input.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { Tags } from '#web/features/experts/Tags.tsx'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { removeKey, writeJson, readJson } from '#web/platform/storage/json-storage.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

interface Props {
  /** On the page of an expert it is this one. */
  expert?: KnownExpert
  onClose: () => void
}

const EMPTY: EditorValue = { chosen: null, areas: [], message: '', isBound: false, affiliation: '' }

/** On this device until it is taken or the member signs out: leaving the page loses nothing. */
function useWritten(expert: KnownExpert | undefined) {
  const key = `counterpart.recommendation.${useUser().id}.${expert?.id ?? 'new'}`
  const [written, setWritten] = useState<EditorValue>(() => ({
    ...EMPTY,
    ...readJson<EditorValue>(key),
    ...(expert && { chosen: { kind: 'known', expert } }),
  }))
  const write = (part: Partial<EditorValue>) => {
    const now = { ...written, ...part }
    setWritten(now)
    const { message, affiliation, areas } = now
    if (message || affiliation || areas.length > 0) writeJson(key, now)
    else removeKey(key)
  }
  return { written, write, done: () => removeKey(key) }
}

/** Recommends an expert to the members of one's networks. What is written stays until it is taken. */
export function RecommendForm({ expert, onClose }: Props) {
  const { written, write, done } = useWritten(expert)
  const { lack, isSending, send } = useSending(written, () => {
    done()
    onClose()
  })
  const said = (field: MissingField['field']) =>
    lack?.field === field && (
      <p role="alert" className={forms.problem}>
        {lack.message}
      </p>
    )
  return (
    <form
      className={forms.form}
      aria-label="Recommend an expert"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {!expert && (
        <>
          <ExpertChoice chosen={written.chosen} onChange={(chosen) => write({ chosen })} />
          {said('expert')}
          {said('company')}
        </>
      )}
      <Words written={written} said={said} onChange={write} />
      {said(null)}
      <p className={styles.facts}>
        Members who can see recommendation requests in your networks will see this, with your name.
      </p>
      <div className={styles.acts}>
        <Button type="submit" look="filled" disabled={isSending}>
          Recommend to my networks
        </Button>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

interface WordsProps {
  written: EditorValue
  said: (field: MissingField['field']) => ReactNode
  onChange: (part: Partial<EditorValue>) => void
}

/** For what, why, and what binds the two. */
function Words({ written: { areas, message, isBound, affiliation }, said, onChange }: WordsProps) {
  const id = useId()
  const options = useQuery(areasQuery).data?.areas_of_expertise ?? []
  return (
    <>
      <Tags
        label="Recommended for"
        add="Add expertise"
        options={options}
        chosen={areas}
        onChange={(chosen) => onChange({ areas: chosen })}
      />
      {said('areas_of_expertise')}
      <label htmlFor={`${id}-message`}>What should members know?</label>
      <textarea
        id={`${id}-message`}
        rows={5}
        maxLength={RECOMMENDATION_LENGTH}
        value={message}
        placeholder="What did they do for you, and who are they a good fit for?"
        onChange={(event) => onChange({ message: event.target.value })}
      />
      {said('message')}
      <label className={forms.check}>
        <input type="checkbox" checked={isBound} onChange={(event) => onChange({ isBound: event.target.checked })} />
        <span>
          I have a relationship with them (for example, they work for us, we have an ownership interest, or we’re
          related). This is shown with your recommendation.
        </span>
      </label>
      {isBound && (
        <>
          <label htmlFor={`${id}-affiliation`}>Your relationship</label>
          <input
            id={`${id}-affiliation`}
            maxLength={AFFILIATION_LENGTH}
            value={affiliation}
            placeholder="They’re our outside counsel."
            onChange={(event) => onChange({ affiliation: event.target.value })}
          />
        </>
      )}
      {said('affiliation')}
    </>
  )
}

function useSending(written: EditorValue, onDone: () => void) {
  const client = useQueryClient()
  const [lack, setLack] = useState<MissingField | null>(null)
  const [isSending, setSending] = useState(false)
  // One key for one intent: a retry of the same words carries it again.
  const intent = useRef<{ asked: string; key: string } | null>(null)
  const send = async () => {
    const found = missingField(written)
    setLack(found)
    if (found !== null || isSending) return
    const asked = variablesOf(written)
    const text = JSON.stringify(asked)
    if (intent.current?.asked !== text) intent.current = { asked: text, key: newKey() }
    setSending(true)
    try {
      const { recommendExpert } = await execute(RecommendExpert, { ...asked, idempotency_key: intent.current.key })
      toast.success(`Recommended ${recommendExpert.expert?.name ?? 'to your networks'}`)
      for (const { name } of [GetExpertProfile, GetRecommendationsByUser, SearchFilterExperts])
        void client.invalidateQueries({ queryKey: [name] })
      onDone()
    } catch (error) {
      const field = error instanceof ApiError ? (error.field as MissingField['field'] | undefined) : undefined
      setLack({ field: field ?? null, message: errorMessage(error, 'Not sent. Your text is saved') })
      setSending(false)
    }
  }
  return { lack, isSending, send }
}
