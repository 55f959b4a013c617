import { toast } from '#web/platform/toasts/toasts.ts'

/** For an action whose module failed to load: nothing happened, and it can be retried. */
export function showLoadError(): undefined {
  toast.error('This couldn’t be loaded', 'Nothing was changed. Check your connection and try again.')
}
