import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isSettingUp, setupQuery } from '#web/features/setup/setup.queries.ts'

/** Shown until the set-up is finished or dismissed. */
export function WhileSettingUp({ children }: { children: ReactNode }) {
  const { data } = useQuery(setupQuery)
  return data && isSettingUp(data.setup_steps) ? children : null
}
