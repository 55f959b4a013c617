import { SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UpdateMessage } from '#api/operations.ts'
import { chatProblem, suggestAmong } from '#web/features/inbox/writing/ChatComposer.tsx'
import styles from '#web/features/inbox/writing/ChatComposer.module.css'
import { addMessage } from '#web/features/inbox/message-cache.ts'
import { errorMessage, type ChatMessage, type Group } from '#web/features/inbox/inbox.queries.ts'
import { cleanBody, mentionsIn } from '#web/writing/editor/clean-body.ts'
import { RichTextEditor } from '#web/writing/editor/RichTextEditor.tsx'
import { Button } from '#web/kit/Button.tsx'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  message: ChatMessage
  members: Group['members']
  onClose: () => void
}

/** Edits a message; replaces the composer. */
export function EditMessage({ message, members, onClose }: Props) {
  const client = useQueryClient()
  const viewer = useUser()
  const written = useRef({
    html: message.msg_body,
    text: message.cleaned_body,
    mentions: mentionsIn(message.msg_body),
  })
  const [problem, setProblem] = useState<string | null>(null)
  const save = useCommand(UpdateMessage, {
    onSuccess: ({ updateMessage }) => {
      addMessage(client, updateMessage)
      onClose()
    },
    onError: (error) => setProblem(errorMessage(error)),
  })
  const submit = () => {
    const { html, text, mentions } = written.current
    const found = chatProblem(text, mentions.length)
    setProblem(found)
    if (found !== null) return
    void save.run({ message_id: message.id, msg_body: cleanBody(html), mentions })
  }
  return (
    <form
      aria-label="Edit your message"
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <RichTextEditor
        label="Your message"
        placeholder="Write a message"
        suggest={suggestAmong(members, viewer.id)}
        restored={{ html: message.msg_body, text: message.cleaned_body }}
        focusAtOnce
        onChange={(next) => (written.current = next)}
        onSubmit={submit}
      >
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton isPending={save.isPending}>Save</SubmitButton>
      </RichTextEditor>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  )
}
