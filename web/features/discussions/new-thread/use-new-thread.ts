import { useQuery } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import { namesInWords, type ThreadType } from '#shared/discussions.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { cleanBody, mentionsIn } from '#web/writing/editor/clean-body.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { FORM_WORDS } from '#web/features/discussions/new-thread/new-thread-texts.ts'
import { EMPTY_POLL } from '#web/features/discussions/polls/PollFields.tsx'
import { creationNetworksQuery } from '#web/features/discussions/polls/polls.queries.ts'
import { postingNetworks, type PostingNetwork } from '#web/features/discussions/new-thread/posting-networks.ts'
import { useSensitiveContentCheck } from '#web/writing/sensitive-content/use-sensitive-content-check.tsx'
import { useThreadDraft } from '#web/features/discussions/new-thread/use-thread-draft.ts'
import { usePostThread } from '#web/features/discussions/new-thread/use-post-thread.ts'
import { useLeaveGuard } from '#web/writing/drafts/use-draft-hooks.ts'
import type { AttachmentState } from '#web/writing/editor/editor-types.ts'
import { useUser, type Viewer } from '#web/platform/session/session.ts'

interface Options {
  kind: ThreadType | null
  form: RefObject<HTMLFormElement | null>
  onClose: () => void
}

/** Holds the thread and posts it: validates, checks for sensitive content, and sends it. */
export function useNewThread({ kind: chosenKind, form, onClose }: Options) {
  const viewer = useUser()
  const check = useSensitiveContentCheck(form)
  const fileProblem = useRef<string | null>(null)
  const content = useThreadDraft(viewer, chosenKind, () => {
    posting.onChange()
    check.forget()
  })
  const { kind = 'discussion', poll = EMPTY_POLL, peer_network_ids } = content.draft
  const words = FORM_WORDS[kind]
  const networks = useNetworks(viewer, kind)
  const chosen = networks.filter(({ id }) => peer_network_ids.includes(id))
  const audience = namesInWords(chosen.map(({ display_name }) => display_name))
  const posting = usePostThread({
    success: `${words.posted} ${audience}`,
    onPosted: () => {
      content.discard()
      onClose()
    },
  })
  useLeaveGuard(replyOutbox.hasUnsaved)

  const submit = () => {
    if (posting.isPending) return
    const whole = content.whole()
    const html = cleanBody(whole.html)
    const post = {
      ...whole,
      ...{ kind, poll, html, mentions: mentionsIn(html) },
      peer_network_ids: chosen.map(({ id }) => id),
      time_zone: viewer.time_zone,
    }
    if (posting.isValid(post, fileProblem.current) && check.allows(html, post.topic)) posting.post(post)
  }
  const attach = ({ uploaded, problem }: AttachmentState) => {
    fileProblem.current = problem
    content.write({ attachments: uploaded })
  }
  const agree = (uploaded: UploadedFile[]) => {
    attach({ uploaded, problem: null })
    submit()
  }
  return { viewer, content, kind, words, networks, audience, check, posting, attach, agree, submit }
}

export type NewThreadState = ReturnType<typeof useNewThread>

/** Networks where the member may post; requests for recommendations have their own. */
function useNetworks(viewer: Viewer, kind: ThreadType): readonly PostingNetwork[] {
  const hasOwn = kind === 'recommendation_request'
  const own = useQuery({ ...creationNetworksQuery(kind), enabled: hasOwn }).data?.creation_networks
  return (hasOwn && own) || postingNetworks(viewer)
}
