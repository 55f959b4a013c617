import { Field, TextAreaField } from '#web/kit/forms/Field.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { GetExpertProfile, GetRecommendationsByUser, RecommendExpert, SearchFilterExperts } from '#api/operations.ts'
import { AFFILIATION_LENGTH, RECOMMENDATION_LENGTH } from '#shared/experts.ts'
import { newKey } from '#shared/kit/ids.ts'
import { ExpertChoice, type KnownExpert } from '#web/features/experts/recommend/ExpertChoice.tsx'
import { areasQuery } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'
import {
  missingField,
  variablesOf,
  type MissingField,
  type EditorValue,
} from '#web/features/experts/recommend/recommendation-input.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { TagPicker } from '#web/kit/list/TagPicker.tsx'
import { Button } from '#web/kit/Button.tsx'
import { removeKey, writeJson, readJson } from '#web/platform/storage/json-storage.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  /** The expert, if the form is on an expert's page. */
  expert?: KnownExpert
  onClose: () => void
}

const EMPTY: EditorValue = { chosen: null, areas: [], message: '', isBound: false, affiliation: '' }

/** Stored on this device until submitted or the member signs out, so leaving the page loses nothing. */
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

/** Recommends an expert to the viewer's networks. The text stays until the server accepts it. */
export function RecommendForm({ expert, onClose }: Props) {
  const { written, write, done } = useWritten(expert)
  const { lack, isPending, send } = useSending(written, () => {
    done()
    onClose()
  })
  const problemOf = (field: MissingField['field']) => (lack?.field === field ? lack.message : undefined)
  return (
    <form
      className={forms.form}
      aria-label="Recommend an expert"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {!expert && (
        <>
          <ExpertChoice chosen={written.chosen} onChange={(chosen) => write({ chosen })} />
          <Lack>{problemOf('expert') ?? problemOf('company')}</Lack>
        </>
      )}
      <Words written={written} problemOf={problemOf} onChange={write} />
      <FormProblem>{problemOf(null)}</FormProblem>
      <p className={styles.facts}>
        Members who can see recommendation requests in your networks will see this, with your name.
      </p>
      <div className={styles.acts}>
        <SubmitButton isPending={isPending}>Recommend to my networks</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

interface WordsProps {
  written: EditorValue
  problemOf: (field: MissingField['field']) => string | undefined
  onChange: (part: Partial<EditorValue>) => void
}

/** Areas, message, and the member's relationship to the expert. */
function Words({ written: { areas, message, isBound, affiliation }, problemOf, onChange }: WordsProps) {
  const options = useQuery(areasQuery).data?.areas_of_expertise ?? []
  return (
    <>
      <TagPicker
        label="Recommended for"
        add="Add expertise"
        options={options}
        chosen={areas}
        onChange={(chosen) => onChange({ areas: chosen })}
      />
      <Lack>{problemOf('areas_of_expertise')}</Lack>
      <TextAreaField
        label="What should members know?"
        rows={5}
        maxLength={RECOMMENDATION_LENGTH}
        value={message}
        placeholder="What did they do for you, and who are they a good fit for?"
        problem={problemOf('message')}
        onChange={(event) => onChange({ message: event.target.value })}
      />
      <CheckboxField
        label="I have a relationship with them (for example, they work for us, we have an ownership interest, or we’re related). This is shown with your recommendation."
        checked={isBound}
        problem={isBound ? undefined : problemOf('affiliation')}
        onChange={(event) => onChange({ isBound: event.target.checked })}
      />
      {isBound && (
        <Field
          label="Your relationship"
          maxLength={AFFILIATION_LENGTH}
          value={affiliation}
          placeholder="They’re our outside counsel."
          problem={problemOf('affiliation')}
          onChange={(event) => onChange({ affiliation: event.target.value })}
        />
      )}
    </>
  )
}

/** Error message for choices that are not a form field. */
const Lack = ({ children }: { children: string | undefined }) =>
  children && (
    <p role="alert" className={forms.problem}>
      {children}
    </p>
  )

function useSending(written: EditorValue, onDone: () => void) {
  const [lack, setLack] = useState<MissingField | null>(null)
  const recommend = useCommand(RecommendExpert, {
    invalidate: [GetExpertProfile, GetRecommendationsByUser, SearchFilterExperts].map(({ name }) => [name]),
    success: ({ recommendExpert }) => `Recommended ${recommendExpert.expert?.name ?? 'to your networks'}`,
    onSuccess: onDone,
    onError: (error) => {
      const field = (error.field as MissingField['field'] | undefined) ?? null
      setLack({ field, message: errorMessage(error, { fact: 'Not sent. Your text is saved' }) })
    },
  })
  // One idempotency key per intent: retrying unchanged text reuses it.
  const intent = useRef<{ asked: string; key: string } | null>(null)
  const send = () => {
    const found = missingField(written)
    setLack(found)
    if (found !== null) return
    const asked = variablesOf(written)
    const text = JSON.stringify(asked)
    if (intent.current?.asked !== text) intent.current = { asked: text, key: newKey() }
    void recommend.run({ ...asked, idempotency_key: intent.current.key })
  }
  return { lack, isPending: recommend.isPending, send }
}
