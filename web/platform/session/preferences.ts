/** The member's preferences for lists, replies and shortcuts: applied at once, saved on the server. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic } from 'react'
import { UpdateDisplayPreferences } from '#api/operations.ts'
import { setDensity } from '#web/platform/session/display.ts'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { execute } from '#web/platform/api/operations.ts'
import { initialUserQuery, useUser, type Viewer } from '#web/platform/session/session.ts'

type Preferences = Pick<
  Viewer,
  'feed_density' | 'keyboard_shortcuts' | 'enter_sends' | 'counts_activity' | 'shows_summaries' | 'reply_order'
>

/** For a checkbox, which must show the choice in the same moment. */
export function usePreference<Key extends keyof Preferences>(
  key: Key,
): [Preferences[Key], (next: Preferences[Key]) => void] {
  const client = useQueryClient()
  const [value, showNow] = useOptimistic(useUser()[key])
  const choose = (next: Preferences[Key]) =>
    startTransition(async () => {
      showNow(next)
      await savePreferences(client, { [key]: next } as Partial<Preferences>)
    })
  return [value, choose]
}

export async function savePreferences(client: QueryClient, change: Partial<Preferences>): Promise<void> {
  const before = client.getQueryData(initialUserQuery.queryKey)?.viewer
  if (!before) return
  // An answer that is on its way would show again what is changed here.
  await client.cancelQueries({ queryKey: initialUserQuery.queryKey })
  show(client, change)
  try {
    await execute(UpdateDisplayPreferences, change)
  } catch (error) {
    const { feed_density, keyboard_shortcuts, enter_sends, counts_activity, shows_summaries, reply_order } = before
    show(client, { feed_density, keyboard_shortcuts, enter_sends, counts_activity, shows_summaries, reply_order })
    showErrorToast(error)
  }
}

function show(client: QueryClient, change: Partial<Preferences>): void {
  if (change.feed_density) setDensity(change.feed_density)
  client.setQueryData(initialUserQuery.queryKey, (known) =>
    known ? { viewer: { ...known.viewer, ...change } } : known,
  )
}
