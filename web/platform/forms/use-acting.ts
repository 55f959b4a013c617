/** An act of one press, without a form: one at a time, what came of it said at the edge of the page. */
import { useState } from 'react'
import { ApiError } from '#web/platform/api/api-error.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { errorMessage } from '#web/platform/forms/use-sending.ts'

/** `after` runs after a refusal too: what is shown may be old. */
export function useCommand(after: () => Promise<unknown>) {
  const [isActing, setActing] = useState(false)
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setActing(true)
    try {
      await work()
      toast.success(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error('Nothing was changed', errorMessage(error))
    } finally {
      setActing(false)
    }
    await after()
  }
  return { act: (work: () => Promise<unknown>, done: string) => void act(work, done), isActing }
}
