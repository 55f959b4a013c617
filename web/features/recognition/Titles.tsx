import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery } from '@tanstack/react-query'
import { AcceptCommunityTitles, IgnoreCommunityTitles } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import {
  NOTHING_CHANGED,
  RECOGNITION_KEYS,
  titlesQuery,
  type Title,
} from '#web/features/recognition/recognition.queries.ts'
import styles from '#web/features/recognition/Recognition.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'

/** Titles offered by staff; the highest accepted one is shown next to the member's name. */
export function Titles() {
  const { data } = useQuery(titlesQuery)
  const titles = data?.community_titles ?? []
  if (titles.length === 0) return null
  const shown = titles.find(({ status }) => status === 'accepted')
  return (
    <Section title="Community titles">
      <ul>
        {titles.map((title) => (
          <TitleRow key={title.id} title={title} isShown={title === shown} />
        ))}
      </ul>
    </Section>
  )
}

const standingOf = ({ status }: Title, isShown: boolean): string => {
  if (status === 'offered') return 'Staff have offered you this title. No one sees it unless you accept.'
  if (status === 'ignored') return 'You ignored this title. No one can see it.'
  return isShown ? 'Shown next to your name.' : 'Accepted. A higher-ranked title is shown next to your name.'
}

function TitleRow({ title, isShown }: { title: Title; isShown: boolean }) {
  const { id, label, status, expiration_date } = title
  const outcome = { invalidate: RECOGNITION_KEYS, messages: NOTHING_CHANGED }
  const accept = useCommand(AcceptCommunityTitles, { ...outcome, success: `You accepted the title “${label}”` })
  const hide = useCommand(IgnoreCommunityTitles, { ...outcome, success: `“${label}” is hidden` })
  const isPending = accept.isPending || hide.isPending
  const input = { community_title_ids: [id] }
  const ignore = (words: string) => (
    <Button
      look={status === 'offered' ? 'bare' : 'quiet'}
      disabled={isPending}
      aria-label={`${words}: ${label}`}
      onClick={() => void hide.run(input)}
    >
      {words}
    </Button>
  )
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={`t-honour ${styles.title}`}>{label}</p>
        <p className={styles.facts}>
          {standingOf(title, isShown)}
          {expiration_date && ` It expires on ${dayOf(expiration_date, 'UTC')}.`}
        </p>
      </div>
      <div className={styles.acts}>
        {status !== 'accepted' && (
          <Button
            look={status === 'offered' ? 'filled' : 'quiet'}
            disabled={isPending}
            aria-label={`Accept: ${label}`}
            onClick={() => void accept.run(input)}
          >
            Accept
          </Button>
        )}
        {status === 'offered' && ignore('Ignore')}
        {status === 'accepted' && ignore('Hide title')}
      </div>
    </li>
  )
}
