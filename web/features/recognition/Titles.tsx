import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AcceptCommunityTitles, IgnoreCommunityTitles } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { titlesQuery, useInvalidate, type Title } from '#web/features/recognition/recognition.queries.ts'
import styles from '#web/features/recognition/Recognition.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/Section.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** Titles that staff offer: one of those accepted, the highest, stands beside the member's name. */
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
  const askAgain = useInvalidate()
  const [isSaving, setSaving] = useState(false)
  const { id, label, status, expiration_date } = title
  const answer = async (operation: typeof AcceptCommunityTitles | typeof IgnoreCommunityTitles, done: string) => {
    setSaving(true)
    try {
      await execute(operation as typeof AcceptCommunityTitles, { community_title_ids: [id] })
      toast.success(done)
      await askAgain()
    } catch (error) {
      toast.error(errorMessage(error, 'Nothing was changed'))
    }
    setSaving(false)
  }
  const ignore = (words: string) => (
    <Button
      look={status === 'offered' ? 'bare' : 'quiet'}
      disabled={isSaving}
      aria-label={`${words}: ${label}`}
      onClick={() => void answer(IgnoreCommunityTitles, `“${label}” is hidden`)}
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
            disabled={isSaving}
            aria-label={`Accept: ${label}`}
            onClick={() => void answer(AcceptCommunityTitles, `You accepted the title “${label}”`)}
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
