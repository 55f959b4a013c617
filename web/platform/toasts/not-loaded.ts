import { toast } from '#web/platform/toasts/toasts.ts'

/** For an act whose code could not be fetched: nothing happened, and it can be tried again. */
export function showLoadError(): undefined {
  toast.error('This couldn’t be loaded', 'Nothing was changed. Check your connection and try again.')
}
