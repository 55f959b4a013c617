import { useCommand } from '#web/platform/forms/use-command.ts'
import { GenerateBillingPortalSessionUrl } from '#api/operations.ts'
import { ROUTES } from '#shared/routes.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { NOT_CHARGED } from '#web/features/membership/membership.queries.ts'

const NOT_OPENED = 'We couldn’t open billing'

/** Redirects to the billing portal; on error, shows a toast and stays on the page. */
export function usePortal() {
  const { run, isPending } = useCommand(GenerateBillingPortalSessionUrl, {
    onSuccess: ({ generateBillingPortalSessionUrl: { url, errors } }) => {
      const [first] = errors as string[]
      if (first || !url) toast.error(NOT_OPENED, first)
      else location.assign(url)
    },
    messages: { ...NOT_CHARGED, title: NOT_OPENED },
  })
  return { open: () => void run({ redirect_url: ROUTES.profileMembership }), isOpening: isPending }
}
