/** The home page: its panels, below the alerts and the checklist for new members. */
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { panelQueries } from '#web/features/home/home.queries.ts'
import { HomePage } from '#web/features/home/HomePage.tsx'
import { Alerts } from '#web/features/onboarding/Alerts.tsx'
import { Checklist } from '#web/features/onboarding/guides/Checklist.tsx'
import { alertsQuery, checklistQuery } from '#web/features/onboarding/onboarding.queries.ts'
import { useInBrowser } from '#web/kit/store.ts'
import { readString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import { initialUserQuery, useUser } from '#web/platform/session/session.ts'

/** In parallel; the browser retries requests that failed on the server. */
export async function prefetchHome(client: QueryClient): Promise<void> {
  const { viewer } = await client.ensureQueryData(initialUserQuery)
  const checklist = viewer.onboarding_checklist_completed ? [] : [client.prefetchQuery(checklistQuery)]
  await Promise.all([
    ...panelQueries.map((query) => client.prefetchQuery(query as never)),
    client.prefetchQuery(alertsQuery),
    ...checklist,
  ])
}

/**
 * The server cannot read local storage. It shows the list unless the member has closed it somewhere, which is nearly
 * always right.
 */
function useChecklistOpen(): [boolean, () => void] {
  const { onboarding_checklist_completed, onboarding_checklist_times_closed } = useUser()
  const isClosedHere = useInBrowser()
    ? readString(STORAGE_KEYS.closedOnboardingChecklist) !== null
    : onboarding_checklist_times_closed > 0
  const [isClosedNow, setClosed] = useState(false)
  return [!onboarding_checklist_completed && !isClosedHere && !isClosedNow, () => setClosed(true)]
}

export function HomeScreen() {
  const [isOpen, close] = useChecklistOpen()
  return (
    <HomePage
      notices={
        <>
          <Alerts />
          {isOpen && <Checklist onClosed={close} />}
        </>
      }
    />
  )
}
