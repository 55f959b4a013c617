import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode } from 'react'
import { GetExpertProfile, GetRecommendationsByUser, RecommendExpert, SearchFilterExperts } from '#api/operations.ts'
import { AFFILIATION_LENGTH, RECOMMENDATION_LENGTH } from '#shared/experts.ts'
import { newKey } from '#shared/kit/ids.ts'
import { ExpertChoice, type KnownExpert } from '#web/features/experts/ExpertChoice.tsx'
import { areasQuery } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'
import { lackOf, variablesOf, type Lack, type Written } from '#web/features/experts/recommending.ts'
import { sentenceOf } from '#web/platform/sentences.ts'
import { Tags } from '#web/features/experts/Tags.tsx'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/operations.ts'
import { forget, keep, readKept } from '#web/platform/device.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'

interface Props {
  /** On the page of an expert it is this one. */
  expert?: KnownExpert
  onClose: () => void
}

const EMPTY: Written = { chosen: null, areas: [], message: '', isBound: false, affiliation: '' }

/** On this device until it is taken or the member signs out: leaving the page loses nothing. */
function useWritten(expert: KnownExpert | undefined) {
  const key = `counterpart.recommendation.${useUser().id}.${expert?.id ?? 'new'}`
  const [written, setWritten] = useState<Written>(() => ({
    ...EMPTY,
    ...readKept<Written>(key),
    ...(expert && { chosen: { kind: 'known', expert } }),
  }))
  const write = (part: Partial<Written>) => {
    const now = { ...written, ...part }
    setWritten(now)
    const { message, affiliation, areas } = now
    if (message || affiliation || areas.length > 0) keep(key, now)
    else forget(key)
  }
  return { written, write, done: () => forget(key) }
}

/** Recommends an expert to the members of one's networks. What is written stays until it is taken. */
export function RecommendForm({ expert, onClose }: Props) {
  const { written, write, done } = useWritten(expert)
  const { lack, isSending, send } = useSending(written, () => {
    done()
    onClose()
  })
  const said = (field: Lack['field']) =>
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
        Members who read requests for recommendations in your networks will read this, with your name.
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
  written: Written
  said: (field: Lack['field']) => ReactNode
  onChange: (part: Partial<Written>) => void
}

/** For what, why, and what binds the two. */
function Words({ written: { areas, message, isBound, affiliation }, said, onChange }: WordsProps) {
  const id = useId()
  const options = useQuery(areasQuery).data?.areas_of_expertise ?? []
  return (
    <>
      <Tags
        label="Recommended for"
        add="Add a matter"
        options={options}
        chosen={areas}
        onChange={(chosen) => onChange({ areas: chosen })}
      />
      {said('areas_of_expertise')}
      <label htmlFor={`${id}-message`}>What members should know</label>
      <textarea
        id={`${id}-message`}
        rows={5}
        maxLength={RECOMMENDATION_LENGTH}
        value={message}
        placeholder="What they did for you, and for whom they are right."
        onChange={(event) => onChange({ message: event.target.value })}
      />
      {said('message')}
      <label className={forms.check}>
        <input type="checkbox" checked={isBound} onChange={(event) => onChange({ isBound: event.target.checked })} />
        <span>Something binds us: they work for us, we own a share, we are related. It is shown with your words.</span>
      </label>
      {isBound && (
        <>
          <label htmlFor={`${id}-affiliation`}>What binds you</label>
          <input
            id={`${id}-affiliation`}
            maxLength={AFFILIATION_LENGTH}
            value={affiliation}
            placeholder="They are outside counsel of ours."
            onChange={(event) => onChange({ affiliation: event.target.value })}
          />
        </>
      )}
      {said('affiliation')}
    </>
  )
}

function useSending(written: Written, onDone: () => void) {
  const client = useQueryClient()
  const [lack, setLack] = useState<Lack | null>(null)
  const [isSending, setSending] = useState(false)
  // One key for one intent: a retry of the same words carries it again.
  const intent = useRef<{ asked: string; key: string } | null>(null)
  const send = async () => {
    const found = lackOf(written)
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
      const field = error instanceof ProblemError ? (error.field as Lack['field'] | undefined) : undefined
      setLack({ field: field ?? null, message: sentenceOf(error, 'It was not sent, and what you wrote is kept') })
      setSending(false)
    }
  }
  return { lack, isSending, send }
}
