import { useMutation } from '@tanstack/react-query'
import { GenerateBillingPortalSessionUrl } from '#api/operations.ts'
import { ROUTES } from '#shared/routes.ts'
import { execute } from '#web/platform/operations.ts'
import { toast } from '#web/platform/toasts.ts'
import { sentenceOf } from '#web/features/membership/membership.queries.ts'

/** Leaves for the billing portal. With errors the member stays where they are and reads why. */
export function usePortal() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => execute(GenerateBillingPortalSessionUrl, { redirect_url: ROUTES.profileMembership }),
    onSuccess: ({ generateBillingPortalSessionUrl: { url, errors } }) => {
      const [first] = errors as string[]
      if (first || !url) toast.error('The billing portal did not open', first)
      else location.assign(url)
    },
    onError: (error) => toast.error('The billing portal did not open', sentenceOf(error)),
  })
  return { open: () => mutate(), isOpening: isPending }
}
