import { START_DISCUSSION } from '#shared/routes.ts'
import { clearOverlay, navigateTo } from '#web/platform/navigation/navigation.ts'

/** Opens the form of a new discussion, from any page. On the feed itself the hash would not open it again. */
export function openNewThread(): void {
  const opener = document.getElementById('start-a-discussion')
  if (opener && !opener.closest('[inert]')) return opener.click()
  clearOverlay()
  navigateTo(START_DISCUSSION)
}
