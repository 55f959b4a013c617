import { useQuery } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { REASON_LENGTH } from '#shared/moderation.ts'
import { SelectField, TextAreaField } from '#web/kit/forms/Field.tsx'
import { answerTemplatesQuery } from '#web/features/moderation/moderation.queries.ts'

interface Props {
  ref?: Ref<HTMLTextAreaElement>
  label: string
  hint?: ReactNode
  value: string
  problem?: string | undefined
  onChange: (text: string) => void
}

/** The reason of a decision, from a template if there are any. A template goes below what is written, which stays. */
export function ReasonField({ value, onChange, ...rest }: Props) {
  const { data } = useQuery(answerTemplatesQuery)
  const templates = data?.answer_templates ?? []
  const take = (id: string) => {
    const template = templates.find((each) => String(each.id) === id)
    if (template) onChange([value.trim(), template.text].filter(Boolean).join('\n'))
  }
  return (
    <>
      {templates.length > 0 && (
        <SelectField label="Template" value="" onChange={(event) => take(event.target.value)}>
          <option value="">Choose</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextAreaField
        {...rest}
        value={value}
        maxLength={REASON_LENGTH.max}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
