import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CancelUserSurvey, PrivateProfile, UpdateUserSurvey } from '#api/operations.ts'
import { SURVEY_CANCELLED_DAYS } from '#shared/profiles.ts'
import { askAgain, sentenceOf, type OwnProfile } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/Profile.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/operations.ts'
import { toast } from '#web/platform/toasts.ts'

const isDue = ({ next_profile_update_date: date }: OwnProfile) => date !== null && Date.parse(date) <= Date.now()

/** Once a year: is this still right? It can be put off, and never stands in the way. */
export function YearlyPrompt({ own }: { own: OwnProfile }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  if (!isDue(own)) return null
  const answer = async (send: () => Promise<unknown>, said: string) => {
    try {
      await send()
      await askAgain(client, [PrivateProfile.name])
      toast.success(said)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  const confirmed = { title: own.title, company: own.company?.name ?? null, city: own.city }
  return (
    <section className={styles.prompt} aria-labelledby="yearly-title">
      <h2 id="yearly-title" className="t-section">
        Is this still right?
      </h2>
      <p className={styles.line}>
        Peers find you by title, company and place. Change below what has changed, then say so here.
      </p>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.acts}>
        <Button
          look="filled"
          onClick={() =>
            void answer(
              () => execute(UpdateUserSurvey, { answers: confirmed, source: 'userProfile' }),
              'Noted for a year',
            )
          }
        >
          It is all right
        </Button>
        <Button
          onClick={() =>
            void answer(
              () => execute(CancelUserSurvey, { source: 'userProfile', placement: 'YearlyPrompt' }),
              `We ask again in ${SURVEY_CANCELLED_DAYS} days`,
            )
          }
        >
          Not now
        </Button>
      </div>
    </section>
  )
}
