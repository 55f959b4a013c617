import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RequestApproval, type Operation } from '#api/operations.ts'
import { APPROVAL_NEEDED, APPROVAL_REASON_LENGTH, APPROVED_OPERATIONS, isApprovedOperation } from '#shared/approvals.ts'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { openDialog } from '#web/kit/overlay/open-dialog.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'

/** Opens the question for a second person if that is why the operation was refused; false if it was not. */
export function offerApproval<Data, Variables extends object>(
  error: unknown,
  { name }: Operation<Data, Variables>,
  variables: Variables,
): boolean {
  if ((error as { code?: string }).code !== APPROVAL_NEEDED) return false
  openDialog({
    title: 'Ask a second person',
    children: (close) => (
      // The dialog stands outside the page, and the list of requests loads anew whenever it is opened.
      <QueryClientProvider client={new QueryClient()}>
        <AskForApproval operation={name} variables={variables} onClose={close} />
      </QueryClientProvider>
    ),
  })
  return true
}

interface Props {
  operation: string
  variables: object
  onClose: () => void
}

function AskForApproval({ operation, variables, onClose }: Props) {
  const { run, isPending, error } = useCommand(RequestApproval, {
    success: 'Asked. You’ll get an email when another owner decides.',
    onSuccess: onClose,
    onError: 'show',
  })
  const label = isApprovedOperation(operation) ? APPROVED_OPERATIONS[operation] : operation
  return (
    <ConfirmForm
      isInDialog
      isDestructive={false}
      question={`${label}. Another owner has to approve this. It’s then done in your name.`}
      confirm="Ask for approval"
      reason={{
        label: 'Reason',
        max: APPROVAL_REASON_LENGTH,
        required: 'Say why, so that the other person can decide.',
      }}
      isPending={isPending}
      problem={error?.message}
      onConfirm={(reason) => void run({ operation, variables, reason })}
      onCancel={onClose}
    />
  )
}
