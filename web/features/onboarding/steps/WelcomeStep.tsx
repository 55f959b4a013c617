import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { GenericText } from '#web/features/generic-content/GenericText.tsx'
import { labelsQuery, videoQuery } from '#web/features/onboarding/onboarding.queries.ts'
import { StepPage, type StepProps } from '#web/features/onboarding/steps/StepPage.tsx'
import styles from '#web/features/onboarding/Steps.module.css'

export function WelcomeStepPage() {
  useEffect(() => {
    void track('onboarding-welcome-viewed', {})
  }, [])
  return (
    <StepPage
      step="welcome"
      title={(viewer) =>
        `Welcome to ${viewer?.peer_network_memberships[0]?.peer_network.display_name ?? 'your network'}`
      }
      why="What makes your first week easier. Then you’re in."
    >
      {(props) => <Welcome {...props} />}
    </StepPage>
  )
}

function Welcome({ onDone }: StepProps) {
  const { data, isPending, isError, refetch } = useQuery(labelsQuery)
  const enter = useCommand(onDone)
  const labels = data?.welcome_page_labels
  const texts = labels
    ? [
        labels.welcome_page_step_one,
        labels.welcome_page_step_two,
        labels.welcome_page_step_three,
        labels.welcome_page_step_four,
      ].filter((text) => text !== null && text !== '')
    : []
  return (
    <>
      <WelcomeVideo />
      <GenericText section="welcome" />
      {isPending && <Skeleton />}
      {isError && (
        <p role="alert" className={styles.alert}>
          We couldn’t load this page. <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {texts.length > 0 && (
        <ol className={styles.texts}>
          {texts.map((text) => (
            <li key={text} className="t-reply">
              {text}
            </li>
          ))}
        </ol>
      )}
      <div className={styles.actions}>
        <Button look="filled" disabled={enter.isPending} onClick={() => void enter.run()}>
          Enter
        </Button>
      </div>
    </>
  )
}

/** Plays only on click. Its content is also written below it, for members who cannot hear or play it. */
function WelcomeVideo() {
  const video = useQuery(videoQuery).data?.onboarding_welcome_video
  if (!video?.url) return null
  const { title, url, thumbnail_url, content_summary, duration } = video
  return (
    <figure className={styles.figure}>
      <video
        className={styles.video}
        controls
        playsInline
        preload="none"
        src={url}
        {...(thumbnail_url && { poster: thumbnail_url })}
        aria-label={title ?? 'Welcome video'}
      />
      <figcaption className={`t-meta ${styles.caption}`}>
        {title}
        {duration ? `, ${duration} seconds` : ''}
        {content_summary && `. ${content_summary}`}
      </figcaption>
    </figure>
  )
}
