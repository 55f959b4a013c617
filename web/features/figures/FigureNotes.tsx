import { GetFigures, SetWeeklyFigures } from '#api/operations.ts'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { threadPath } from '#shared/discussions.ts'
import { counted } from '#shared/kit/text.ts'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { useNow } from '#web/kit/use-now.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { AskMembers, type Question } from '#web/features/figures/AskMembers.tsx'
import type { Figures } from '#web/features/figures/figures.queries.ts'
import styles from './Figures.module.css'

const SHOWN = 7
const HOUR_MS = 3_600_000

/** What to do about the figures: beside the page, or at its end on smaller screens. */
export const FigureNotes = ({ data, fetchedAt }: { data: Figures; fetchedAt: number }) => (
  <>
    <SideNote title="No answer for two days">
      {data.unanswered_questions.length === 0 && (
        <p className={styles.note}>Every question has an answer. Questions without one for two days appear here.</p>
      )}
      <ul>
        {data.unanswered_questions.slice(0, SHOWN).map((question) => (
          <Unanswered key={question.thread_id} question={question} fetchedAt={fetchedAt} />
        ))}
      </ul>
    </SideNote>
    <SideNote title="Searched, found nothing">
      {data.missed_searches.length === 0 && (
        <p className={styles.note}>Words that at least five members searched for without results appear here.</p>
      )}
      <ul>
        {data.missed_searches.map(({ query, num_of_members }) => (
          <li key={query} className={styles.noteRow}>
            <span>“{query}”</span>
            <span className={styles.measure}>{num_of_members} or more members</span>
          </li>
        ))}
      </ul>
    </SideNote>
    <SideNote title="By email">{data.weekly_figures && <WeeklyEmail wanted={data.weekly_figures.wanted} />}</SideNote>
    <SideNote title="How these are counted">
      <p className={styles.note}>
        From what happened, once a week, not from page tracking. Groups of fewer than five members are added to the next
        week or to others. We don’t measure who opens email.
      </p>
    </SideNote>
  </>
)

function Unanswered({ question, fetchedAt }: { question: Question; fetchedAt: number }) {
  const { thread_id, topic, pub_date, networks, num_of_answerers, answerers } = question
  const now = useNow(fetchedAt)
  const days = Math.floor((now - Date.parse(pub_date)) / (24 * HOUR_MS))
  const [first] = answerers
  const others = num_of_answerers - 1
  return (
    <li className={styles.question}>
      <Link to={threadPath(thread_id)}>{topic}</Link>
      <p className={styles.measure}>
        {networks.map(({ display_name }) => display_name).join(', ')}, {days} days.
        {first &&
          (others === 0
            ? ` ${first.name} could answer.`
            : ` ${first.name} and ${counted(others, 'other')} could answer.`)}
        {first && <AskMembers question={question} />}
      </p>
    </li>
  )
}

function WeeklyEmail({ wanted }: { wanted: boolean }) {
  const { run, isPending } = useCommand(SetWeeklyFigures, {
    invalidate: [[GetFigures.name]],
    success: (_, input) => (input.wanted ? 'You’ll get the weekly email' : 'Weekly email turned off'),
  })
  return (
    <CheckboxField
      label="Email me the figures of each week"
      hint="For owners and moderators, on Wednesdays."
      checked={wanted}
      disabled={isPending}
      onChange={({ target }) => void run({ wanted: target.checked })}
    />
  )
}
