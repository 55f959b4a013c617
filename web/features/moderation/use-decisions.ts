import { useRef, useState } from 'react'
import { ClaimModerationItem, ModerateItems } from '#api/operations.ts'
import { DECISION_OF, type ReviewAct } from '#shared/moderation.ts'
import { newKey } from '#shared/kit/ids.ts'
import { errorMessage, type Item } from '#web/features/moderation/moderation.queries.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const postsInWords = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

/** Sends decisions, one at a time, and says what became of them. `ask` brings the lists up to date. */
export function useDecisions(ask: () => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const isUnderWay = useRef(false)
  // One key for one intent: trying the same again carries it again.
  const intent = useRef({ asked: '', key: '' })

  const decide = async (items: readonly Item[], act: ReviewAct, words: object): Promise<boolean> => {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setProblem(null)
    const idsOf = (type: string) => items.filter((item) => item.item_type === type).map(({ item_id }) => item_id)
    const read = items.map(({ item_type, item_id, edited_at }) => ({ item_type, item_id, edited_at }))
    const asked = { act, thread_ids: idsOf('thread'), message_ids: idsOf('message'), read, ...words }
    if (intent.current.asked !== JSON.stringify(asked)) intent.current = { asked: JSON.stringify(asked), key: newKey() }
    try {
      const { moderateItems } = await execute(ModerateItems, { ...asked, idempotency_key: intent.current.key })
      const done = moderateItems.decisions.filter(({ decision }) => decision === DECISION_OF[act]).length
      const left = items.length - done
      const verb = `${DECISION_OF[act]![0]!.toUpperCase()}${DECISION_OF[act]!.slice(1)}`
      toast.success(
        `${verb} ${postsInWords(done)}`,
        left > 0
          ? `${postsInWords(left)} skipped because another staff member is reviewing or decided, or the post was edited.`
          : undefined,
      )
      return true
    } catch (error) {
      setProblem(errorMessage(error))
      return false
    } finally {
      isUnderWay.current = false
      ask()
    }
  }

  const claim = async ({ item_type, item_id }: Item, release: boolean): Promise<void> => {
    setProblem(null)
    await execute(ClaimModerationItem, { item_type, item_id, release }).catch((error: unknown) =>
      setProblem(errorMessage(error)),
    )
    ask()
  }
  return { decide, claim, problem }
}
