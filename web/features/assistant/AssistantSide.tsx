import { PeopleList } from '#web/features/assistant/answer/People.tsx'
import type { Version } from '#web/features/assistant/assistant.queries.ts'
import { EarlierQuestions } from '#web/features/assistant/conversations/EarlierQuestions.tsx'
import { SourceNotes } from '#web/features/assistant/sources/SourceNotes.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'

const SHOWN = 3

interface Props {
  current: number | undefined
  answer: Version | undefined
  onAll: () => void
}

export const AssistantSide = ({ current, answer, onAll }: Props) => (
  <>
    <SourceNotes answer={answer} />
    {answer && answer.people.length > 0 && (
      <SideNote title="Who could answer this">
        <PeopleList people={answer.people.slice(0, SHOWN)} />
      </SideNote>
    )}
    <EarlierQuestions current={current} onAll={onAll} />
  </>
)
