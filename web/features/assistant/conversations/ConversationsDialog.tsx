import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeleteConversation, RenameConversation } from '#api/operations.ts'
import {
  AI_CONVERSATIONS_LIMIT,
  CONVERSATION_NAME_LENGTH,
  CONVERSATION_NAME_REQUIRED,
  nameTooLong,
} from '#shared/assistant.ts'
import {
  conversationPath,
  conversationsQuery,
  LIST_KEYS,
  messagesQuery,
  type Conversation,
} from '#web/features/assistant/assistant.queries.ts'
import { ConversationFacts } from '#web/features/assistant/conversations/EarlierQuestions.tsx'
import styles from '#web/features/assistant/conversations/Conversations.module.css'
import { NameForm } from '#web/features/assistant/prompts/NameForm.tsx'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { Link } from '#web/platform/router/Link.tsx'

interface Props {
  current: number | undefined
  onClose: () => void
}

/** All conversations: search, open, rename, delete. */
export default function ConversationsDialog({ current, onClose }: Props) {
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  return (
    <Dialog labelledBy="conversations-title" onClose={onClose}>
      {(close) => (
        <>
          <div className={styles.head}>
            <h2 id="conversations-title" className="t-section">
              Earlier questions
            </h2>
            <Button look="bare" onClick={close}>
              Close
            </Button>
          </div>
          <SearchField
            label="Search your questions"
            placeholder="Search your questions"
            maxLength={200}
            value={search}
            onChange={({ target }) => {
              setSearch(target.value)
              setPages(1)
            }}
          />
          <ul className={styles.list} aria-label="Conversations">
            {Array.from({ length: pages }, (_, page) => (
              <ConversationPage
                key={page}
                page={page}
                search={search.trim()}
                current={current}
                isLast={page === pages - 1}
                onMore={() => setPages(pages + 1)}
                onOpen={close}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

interface PageProps {
  page: number
  search: string
  current: number | undefined
  isLast: boolean
  onMore: () => void
  onOpen: () => void
}

function ConversationPage({ page, search, current, isLast, onMore, onOpen }: PageProps) {
  const { data, isError, refetch } = useQuery(conversationsQuery(search, page * AI_CONVERSATIONS_LIMIT))
  const rows = data?.ai_conversations
  if (rows === undefined)
    return (
      <li>
        {isError ? (
          <p role="alert" className={styles.facts}>
            We couldn’t load your questions. <Button onClick={() => void refetch()}>Try again</Button>
          </p>
        ) : (
          <Skeleton width="most" />
        )}
      </li>
    )
  if (rows.length === 0 && page === 0)
    return (
      <li className={styles.facts}>
        {search ? 'No question or name contains that.' : 'You haven’t asked anything yet.'}
      </li>
    )
  return (
    <>
      {rows.map((conversation) => (
        <Row
          key={conversation.id}
          conversation={conversation}
          isCurrent={conversation.id === current}
          onOpen={onOpen}
        />
      ))}
      {isLast && rows.length === AI_CONVERSATIONS_LIMIT && (
        <li>
          <Button onClick={onMore}>Load more</Button>
        </li>
      )}
    </>
  )
}

interface RowProps {
  conversation: Conversation
  isCurrent: boolean
  onOpen: () => void
}

function Row({ conversation, isCurrent, onOpen }: RowProps) {
  const [act, setAct] = useState<'rename' | 'delete' | null>(null)
  const { id, name } = conversation
  if (act === 'rename') return <Renaming conversation={conversation} onClose={() => setAct(null)} />
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <Link to={conversationPath(id)} className={styles.name} onClick={onOpen}>
          {name}
        </Link>
        <ConversationFacts conversation={conversation} />
      </div>
      {act === 'delete' ? (
        <Deleting conversation={conversation} isCurrent={isCurrent} onClose={() => setAct(null)} />
      ) : (
        <div className={styles.acts}>
          <Button look="bare" aria-label={`Rename ${name}`} onClick={() => setAct('rename')}>
            Rename
          </Button>
          <Button look="bare" aria-label={`Delete ${name}`} onClick={() => setAct('delete')}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}

function Renaming({ conversation: { id, name }, onClose }: { conversation: Conversation; onClose: () => void }) {
  const rename = useCommand(RenameConversation, { invalidate: LIST_KEYS, onError: 'show', onSuccess: onClose })
  return (
    <li className={styles.row}>
      <NameForm
        label="Name of the conversation"
        name={name}
        required={CONVERSATION_NAME_REQUIRED}
        tooLong={nameTooLong}
        most={CONVERSATION_NAME_LENGTH}
        isPending={rename.isPending}
        problem={rename.error && errorMessage(rename.error, { fact: 'The name wasn’t changed' })}
        onSubmit={(next) => void rename.run({ conversation_id: id, name: next })}
        onCancel={onClose}
      />
    </li>
  )
}

function Deleting({
  conversation: { id, name },
  isCurrent,
  onClose,
}: Omit<RowProps, 'onOpen'> & { onClose: () => void }) {
  const client = useQueryClient()
  const remove = useCommand(DeleteConversation, {
    invalidate: LIST_KEYS,
    onError: 'show',
    success: 'Conversation deleted',
    onSuccess: () => {
      client.removeQueries({ queryKey: messagesQuery(id).queryKey })
      if (isCurrent) navigateTo(conversationPath(), { replace: true })
    },
  })
  return (
    <ConfirmForm
      isInDialog
      question={`Delete “${name}” and its answers? You can’t undo this.`}
      confirm="Delete"
      isPending={remove.isPending}
      problem={remove.error && errorMessage(remove.error, { fact: 'The conversation wasn’t deleted' })}
      onConfirm={() => void remove.run({ conversation_id: id })}
      onCancel={onClose}
    />
  )
}
