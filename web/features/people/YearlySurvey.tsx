import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CancelUserSurvey, PrivateProfile, UpdateUserSurvey } from '#api/operations.ts'
import { SURVEY_CANCELLED_DAYS } from '#shared/profiles.ts'
import { invalidate, errorMessage, type OwnProfile } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/Profile.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const isDue = ({ next_profile_update_date: date }: OwnProfile) => date !== null && Date.parse(date) <= Date.now()

/** Once a year: is this still right? It can be put off, and never stands in the way. */
export function YearlySurvey({ own }: { own: OwnProfile }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  if (!isDue(own)) return null
  const answer = async (send: () => Promise<unknown>, said: string) => {
    try {
      await send()
      await invalidate(client, [PrivateProfile.name])
      toast.success(said)
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }
  const confirmed = { title: own.title, company: own.company?.name ?? null, city: own.city }
  return (
    <section className={styles.prompt} aria-labelledby="yearly-title">
      <h2 id="yearly-title" className="t-section">
        Is your profile up to date?
      </h2>
      <p className={styles.line}>
        Peers find you by title, company, and location. Update anything below that has changed, then confirm here.
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
              'Thanks. We’ll ask again in a year',
            )
          }
        >
          Yes, it is
        </Button>
        <Button
          onClick={() =>
            void answer(
              () => execute(CancelUserSurvey, { source: 'userProfile', placement: 'YearlyPrompt' }),
              `We’ll remind you in ${SURVEY_CANCELLED_DAYS} days`,
            )
          }
        >
          Remind me later
        </Button>
      </div>
    </section>
  )
}
