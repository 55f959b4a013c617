import { useState } from 'react'
import { useInvalidate } from '#web/features/recognition/recognition.queries.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

interface Refusal {
  field: string | undefined
  sentence: string
}

/** Does one thing at a time, says what came of it, and keeps a refusal beside its field. */
export function useForm() {
  const askAgain = useInvalidate()
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  /** True when it was done. */
  const save = async (act: () => Promise<unknown>, done: string): Promise<boolean> => {
    setSaving(true)
    setRefusal(null)
    try {
      await act()
      toast.success(done)
      await askAgain()
      return true
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined
      setRefusal({ field, sentence: errorMessage(error, 'Nothing was changed') })
      return false
    } finally {
      setSaving(false)
    }
  }
  const problemOf = (field: string) => (refusal?.field === field ? refusal.sentence : undefined)
  return { save, isSaving, refusal, setRefusal, problemOf }
}
