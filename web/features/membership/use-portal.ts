import { useMutation } from '@tanstack/react-query'
import { GenerateBillingPortalSessionUrl } from '#api/operations.ts'
import { ROUTES } from '#shared/routes.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { errorMessage } from '#web/features/membership/membership.queries.ts'

/** Leaves for the billing portal. With errors the member stays where they are and reads why. */
export function usePortal() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => execute(GenerateBillingPortalSessionUrl, { redirect_url: ROUTES.profileMembership }),
    onSuccess: ({ generateBillingPortalSessionUrl: { url, errors } }) => {
      const [first] = errors as string[]
      if (first || !url) toast.error('We couldn’t open billing', first)
      else location.assign(url)
    },
    onError: (error) => toast.error('We couldn’t open billing', errorMessage(error)),
  })
  return { open: () => mutate(), isOpening: isPending }
}
