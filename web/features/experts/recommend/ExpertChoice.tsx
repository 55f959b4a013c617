import { SearchFilterExpertsPreview } from '#api/operations.ts'
import { expertInWords } from '#shared/discussions.ts'
import type { ExpertType, NamedExpert } from '#shared/experts.ts'
import { ExpertSearch } from '#web/features/experts/recommend/ExpertSearch.tsx'
import { kindOf } from '#web/features/experts/expert-texts.ts'
import forms from '#web/features/experts/Forms.module.css'
import { NewExpert, newExpertDraft } from '#web/features/experts/recommend/NewExpert.tsx'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'

export interface KnownExpert {
  id: number
  name: string
  type: ExpertType
  company: { name: string } | null
}
export type Chosen = { kind: 'known'; expert: KnownExpert } | ({ kind: 'new' } & NamedExpert)

interface Props {
  label?: string
  chosen: Chosen | null
  /** Whether a new expert may be added. */
  mayAdd?: boolean
  onChange: (chosen: Chosen | null) => void
}

const preview = async (search: string, signal: AbortSignal) =>
  (await execute(SearchFilterExpertsPreview, { search }, { signal })).experts_preview

/** Selects the expert to recommend: an existing one, or a new one by name. */
export function ExpertChoice({ label = 'Who do you recommend?', chosen, mayAdd = true, onChange }: Props) {
  if (chosen === null)
    return (
      <ExpertSearch
        label={label}
        findKey={PREVIEW_KEY}
        find={preview}
        about={kindOf}
        onChoose={(expert) => onChange({ kind: 'known', expert })}
        {...(mayAdd && { onNew: (name: string) => onChange({ kind: 'new', ...newExpertDraft(name) }) })}
      />
    )
  if (chosen.kind === 'new')
    return (
      <NewExpert
        draft={chosen}
        onChange={(draft) => onChange({ kind: 'new', ...draft })}
        onKnown={(expert) => onChange({ kind: 'known', expert })}
        onCancel={() => onChange(null)}
      />
    )
  return (
    <p className={forms.chosen}>
      <b>{expertInWords(chosen.expert)}</b>
      <Button look="bare" onClick={() => onChange(null)}>
        Change
      </Button>
    </p>
  )
}

const PREVIEW_KEY = [SearchFilterExpertsPreview.name, 'choice']
