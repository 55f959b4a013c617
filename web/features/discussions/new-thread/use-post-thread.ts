import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { threads } from '#api/operations.ts'
import { threadPath } from '#shared/discussions.ts'
import { newKey } from '#shared/kit/ids.ts'
import { postProblem, postThread, type Post } from '#web/features/discussions/new-thread/post-thread.ts'
import { appearsInWords, refreshWaiting } from '#web/features/discussions/waiting/waiting.queries.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { openOverlay } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const NOT_POSTED = {
  offline: 'You’re offline. Your text is safe here; try again when you’re back online.',
  failed: 'We couldn’t post this just now. Your text is safe here.',
}

interface Options {
  /** The toast for a thread that is published at once. */
  success: string
  onPosted: () => void
}

/** Posts a new thread, and then opens it or says when it will appear. */
export function usePostThread({ success, onPosted }: Options) {
  const client = useQueryClient()
  const { time_zone } = useUser()
  const [problem, setProblem] = useState<string | null>(null)
  // One idempotency key per intent: retrying unchanged text reuses it, changed text gets a new one.
  const intent = useRef<string | null>(null)
  const { run, isPending } = useCommand(({ post, key }: { post: Post; key: string }) => postThread(post, key), {
    onSuccess: (posted) => {
      if (typeof posted === 'object') {
        toast.success('Your question waits', `It will appear ${appearsInWords(posted, time_zone)}, without your name.`)
        void refreshWaiting(client)
        return onPosted()
      }
      toast.success(success)
      void track('post-created', { thread_id: posted, kind: 'thread', is_private: false })
      void client.invalidateQueries({ queryKey: [threads.name] })
      onPosted()
      openOverlay(threadPath(posted))
    },
    onError: (error) => setProblem(errorMessage(error, NOT_POSTED)),
  })
  return {
    problem,
    isPending,
    /** Returns false and shows the problem if the post is not valid. */
    isValid(post: Post, fileProblem: string | null): boolean {
      const found = postProblem(post) ?? fileProblem
      setProblem(found)
      return found === null
    },
    post(post: Post) {
      intent.current ??= newKey()
      void run({ post, key: intent.current })
    },
    onChange() {
      intent.current = null
      setProblem(null)
    },
  }
}
