import { useQuery } from '@tanstack/react-query'
import { LibraryPrompts } from '#web/features/assistant/staff/LibraryPrompts.tsx'
import { SharedFeedbackList } from '#web/features/assistant/staff/SharedFeedbackList.tsx'
import { SourcesAndModels } from '#web/features/assistant/staff/SourcesAndModels.tsx'
import { deskQuery } from '#web/features/assistant/staff/staff-assistant.queries.ts'
import { UsageTable } from '#web/features/assistant/staff/UsageTable.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

/** Staff keep what the assistant offers. Of what members ask they see counts, and what members share. */
export function StaffAssistantPage() {
  const { data, isError, refetch } = useQuery(deskQuery)
  return (
    <StaffPage
      title="Assistant"
      lede="Changes apply to the next question. Conversations are private: staff see only what members share."
    >
      {isError && !data && (
        <StatePage title="We couldn’t load the assistant’s settings" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && (
        <>
          <Section title="Usage">
            <UsageTable usage={data.staff_ai_usage} />
          </Section>
          <Section title="Shared feedback">
            <SharedFeedbackList feedback={data.staff_ai_feedback} />
          </Section>
          <Section title="Prompts">
            <LibraryPrompts prompts={data.staff_library_prompts} />
          </Section>
          <Section title="Sources and models">
            <SourcesAndModels sources={data.staff_ai_sources} models={data.staff_ai_models} />
          </Section>
        </>
      )}
    </StaffPage>
  )
}
