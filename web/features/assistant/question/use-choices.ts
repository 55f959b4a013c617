import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { modelsQuery, sourcesQuery, type Source } from '#web/features/assistant/assistant.queries.ts'

export interface Choices {
  sources: readonly Source[]
  /** Keys. */
  chosen: readonly string[]
  choose: (keys: readonly string[]) => void
  models: readonly { id: number; name: string }[]
  model: number | null
  chooseModel: (id: number | null) => void
}

/** Where answers come from, until the page is left. */
export function useChoices(): Choices {
  const sources = (useQuery(sourcesQuery).data?.ai_sources ?? []).filter(({ enabled }) => enabled)
  const models = (useQuery(modelsQuery).data?.ai_models ?? []).filter(({ enabled_at }) => enabled_at !== null)
  const [keys, choose] = useState<readonly string[] | null>(null)
  const [model, chooseModel] = useState<number | null>(null)
  const chosen = sources.filter(({ key, default_selected }) => (keys ? keys.includes(key) : default_selected))
  return { sources, chosen: chosen.map(({ key }) => key), choose, models, model, chooseModel }
}
