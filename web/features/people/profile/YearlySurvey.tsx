import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { CancelUserSurvey, PrivateProfile, UpdateUserSurvey } from '#api/operations.ts'
import { SURVEY_CANCELLED_DAYS } from '#shared/profiles.ts'
import { NOT_SAVED, type OwnProfile } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/profile/Profile.module.css'
import { Button } from '#web/kit/Button.tsx'

const isDue = ({ next_profile_update_date: date }: OwnProfile) => date !== null && Date.parse(date) <= Date.now()

/** Asks once a year whether the profile is still correct. It can be postponed and never blocks the page. */
export function YearlySurvey({ own }: { own: OwnProfile }) {
  const outcome = { invalidate: [[PrivateProfile.name]], onError: 'show' } as const
  const confirm = useCommand(UpdateUserSurvey, { ...outcome, success: 'Thanks. We’ll ask again in a year' })
  const postpone = useCommand(CancelUserSurvey, {
    ...outcome,
    success: `We’ll remind you in ${SURVEY_CANCELLED_DAYS} days`,
  })
  if (!isDue(own)) return null
  const error = confirm.error ?? postpone.error
  const isPending = confirm.isPending || postpone.isPending
  const confirmed = { title: own.title, company: own.company?.name ?? null, city: own.city }
  return (
    <section className={styles.prompt} aria-labelledby="yearly-title">
      <h2 id="yearly-title" className="t-section">
        Is your profile up to date?
      </h2>
      <p className={styles.line}>
        Peers find you by title, company, and location. Update anything below that has changed, then confirm here.
      </p>
      {error && (
        <p role="alert" className={styles.problem}>
          {errorMessage(error, NOT_SAVED)}
        </p>
      )}
      <div className={styles.acts}>
        <Button
          look="filled"
          disabled={isPending}
          onClick={() => void confirm.run({ answers: confirmed, source: 'userProfile' })}
        >
          Yes, it is
        </Button>
        <Button
          disabled={isPending}
          onClick={() => void postpone.run({ source: 'userProfile', placement: 'YearlyPrompt' })}
        >
          Remind me later
        </Button>
      </div>
    </section>
  )
}
