import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useRef, useState } from 'react'
import { ClaimModerationItem, ModerateItems } from '#api/operations.ts'
import { DECISION_OF, type ReviewAct } from '#shared/moderation.ts'
import { newKey } from '#shared/kit/ids.ts'
import { counted } from '#shared/kit/text.ts'
import type { ApiError } from '#web/platform/api/api-error.ts'
import { NOT_DECIDED, type Item } from '#web/features/moderation/moderation.queries.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** Sends decisions one at a time and reports the results. `ask` refetches the lists. */
export function useDecisions(ask: () => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const show = (error: ApiError) => setProblem(errorMessage(error, NOT_DECIDED))
  const decision = useCommand(ModerateItems, { onError: show })
  const claiming = useCommand(ClaimModerationItem, { onError: show })
  // One idempotency key per intent: retrying the same decision reuses it.
  const intent = useRef({ asked: '', key: '' })

  const decide = async (items: readonly Item[], act: ReviewAct, words: object): Promise<boolean> => {
    setProblem(null)
    const idsOf = (type: string) => items.filter((item) => item.item_type === type).map(({ item_id }) => item_id)
    const read = items.map(({ item_type, item_id, edited_at }) => ({ item_type, item_id, edited_at }))
    const asked = { act, thread_ids: idsOf('thread'), message_ids: idsOf('message'), read, ...words }
    if (intent.current.asked !== JSON.stringify(asked)) intent.current = { asked: JSON.stringify(asked), key: newKey() }
    const answer = await decision.run({ ...asked, idempotency_key: intent.current.key })
    ask()
    if (!answer) return false
    const done = answer.moderateItems.decisions.filter(({ decision: made }) => made === DECISION_OF[act]).length
    const left = items.length - done
    const verb = `${DECISION_OF[act]![0]!.toUpperCase()}${DECISION_OF[act]!.slice(1)}`
    toast.success(
      `${verb} ${counted(done, 'post')}`,
      left > 0
        ? `${counted(left, 'post')} skipped because another staff member is reviewing or decided, or the post was edited.`
        : undefined,
    )
    return true
  }

  const claim = async ({ item_type, item_id }: Item, release: boolean): Promise<void> => {
    setProblem(null)
    await claiming.run({ item_type, item_id, release })
    ask()
  }
  return { decide, claim, problem }
}
