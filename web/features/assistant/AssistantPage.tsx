import type { QueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import type { AskPeers } from '#web/features/assistant/answer/Abstained.tsx'
import { AssistantHead } from '#web/features/assistant/AssistantHead.tsx'
import styles from '#web/features/assistant/AssistantPage.module.css'
import {
  countQuery,
  hubQuery,
  modelsQuery,
  sourcesQuery,
  textsQuery,
  usageQuery,
  type Prompt,
} from '#web/features/assistant/assistant.queries.ts'
import { AssistantSide } from '#web/features/assistant/AssistantSide.tsx'
import { TURNED_OFF, turnsOf, versionsOf } from '#web/features/assistant/assistant-texts.ts'
import { FirstQuestion } from '#web/features/assistant/FirstQuestion.tsx'
import { OpenSourceContext, useHasSide, useOpening, useSourceKeys } from '#web/features/assistant/open-source.ts'
import { copyFiles } from '#web/features/assistant/prompts/use-prompt.ts'
import { QuestionFoot } from '#web/features/assistant/question/QuestionFoot.tsx'
import type { QuestionFieldHandle } from '#web/features/assistant/question/QuestionForm.tsx'
import { useChoices } from '#web/features/assistant/question/use-choices.ts'
import { SourceSheet } from '#web/features/assistant/sources/SourceSheet.tsx'
import { Turns } from '#web/features/assistant/Turns.tsx'
import { useConversation, useSpokenAnswer } from '#web/features/assistant/use-conversation-life.ts'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useFeature } from '#web/platform/session/features.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const ConversationsDialog = lazyWithPreload(
  () => import('#web/features/assistant/conversations/ConversationsDialog.tsx'),
)
const PromptsDialog = lazyWithPreload(() => import('#web/features/assistant/prompts/PromptsDialog.tsx'))
const PreferencesDialog = lazyWithPreload(() => import('#web/features/assistant/PreferencesDialog.tsx'))

/** On the server: what is the same for every question. Questions and answers load by their own requests. */
export const prepare = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [textsQuery, sourcesQuery, modelsQuery, usageQuery, countQuery, hubQuery].map((query) =>
      client.prefetchQuery(query as typeof textsQuery),
    ),
  )

interface Props {
  conversationId: number | undefined
  onAskPeers: AskPeers
}

export function AssistantPage(props: Props) {
  useTitle('Assistant')
  if (useFeature('ai_assistant')) return <Assistant {...props} />
  return (
    <Page>
      <StatePage level={1} title="The assistant is turned off">
        {TURNED_OFF}
      </StatePage>
    </Page>
  )
}

type OpenDialog = 'conversations' | 'prompts' | 'preferences' | null

/** The conversation, and what of it is open in the side column. */
function useOpenConversation(conversationId: number | undefined) {
  const query = useConversation(conversationId)
  const turns = turnsOf(query.data?.ai_messages ?? [])
  const last = turns.at(-1)?.answer
  const opening = useOpening(conversationId)
  const versions = turns.flatMap(({ answer }) => (answer ? versionsOf(answer) : []))
  const active = versions.find(({ id }) => id === opening.opened?.answerId) ?? last
  useSourceKeys(active, opening)
  return { query, turns, last, opening, active, ...useSpokenAnswer(turns) }
}

function Assistant({ conversationId, onAskPeers }: Props) {
  const { query, turns, last, opening, active, spoken, expect } = useOpenConversation(conversationId)
  const { opened } = opening
  const hasSide = useHasSide()
  const choices = useChoices()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const field = useRef<QuestionFieldHandle>(null)
  const wantsFocus = useRef(false)
  const usePromptNow = (prompt: Prompt) =>
    void copyFiles(prompt)
      .catch(() => [])
      .then((files) => field.current?.use(prompt.content, files))
  return (
    <OpenSourceContext value={opening}>
      <AssistantFrame
        side={<AssistantSide current={conversationId} answer={active} onAll={() => setDialog('conversations')} />}
        foot={
          <QuestionFoot
            ref={field}
            wantsFocus={wantsFocus}
            conversationId={conversationId}
            writing={last?.state === 'writing' ? last : undefined}
            choices={choices}
            onAsked={expect}
            onPrompts={() => setDialog('prompts')}
            onPreferences={() => setDialog('preferences')}
          />
        }
      >
        <AssistantHead
          isNew={conversationId === undefined}
          onNew={() => (wantsFocus.current = true)}
          onAll={() => setDialog('conversations')}
        />
        {conversationId === undefined ? (
          <FirstQuestion onUse={usePromptNow} onAll={() => setDialog('prompts')} />
        ) : (
          <Turns
            key={conversationId}
            query={query}
            turns={turns}
            active={active}
            choices={choices}
            onAskAgain={expect}
            onAskPeers={onAskPeers}
          />
        )}
        <p role="status" className="visually-hidden">
          {spoken}
        </p>
      </AssistantFrame>
      {opened && active && !hasSide && <SourceSheet answer={active} opened={opened} />}
      <Dialogs open={dialog} conversationId={conversationId} field={field} onClose={() => setDialog(null)} />
    </OpenSourceContext>
  )
}

interface DialogsProps {
  open: OpenDialog
  conversationId: number | undefined
  field: RefObject<QuestionFieldHandle | null>
  onClose: () => void
}

const Dialogs = ({ open, conversationId, field, onClose }: DialogsProps) => (
  <>
    {open === 'conversations' && <ConversationsDialog current={conversationId} onClose={onClose} />}
    {open === 'prompts' && <PromptsDialog onUse={(text, files) => field.current?.use(text, files)} onClose={onClose} />}
    {open === 'preferences' && <PreferencesDialog onClose={onClose} />}
  </>
)

interface FrameProps {
  children: ReactNode
  side: ReactNode
  foot: ReactNode
}

/** Like `Page`, with a foot that stays in view. */
const AssistantFrame = ({ children, side, foot }: FrameProps) => (
  <div className={styles.page}>
    <main id="main" tabIndex={-1} className={styles.sheet}>
      <div className={styles.content}>{children}</div>
      <div className={styles.foot}>{foot}</div>
    </main>
    <aside aria-label="Related information" className={styles.side}>
      {side}
    </aside>
  </div>
)
