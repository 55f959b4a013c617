import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import {
  CheckCleCode,
  ClaimCleCredit,
  GetCleCredits,
  GetVideoCle,
  SubmitCleCode,
  type GetVideoCleQuery,
} from '#api/operations.ts'
import { CLE_CHECK_SECONDS, CLE_CODE_SECONDS, creditsOf, minutesInWords } from '#shared/cle.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from './VideoCle.module.css'

type State = NonNullable<GetVideoCleQuery['video_cle']>
const WIDTH = 1_000

interface Props {
  videoId: number
  isPlaying: boolean
}

/** Under the player of an accredited video: what is counted, the code that is due, and the credit when all is done. */
export function VideoCle({ videoId, isPlaying }: Props) {
  const client = useQueryClient()
  const query = operationQuery(GetVideoCle, { video_id: videoId })
  const state = useQuery(query).data?.video_cle
  const isAccredited = state !== undefined && state !== null
  // A check that is lost is followed by the next one, so its failure isn’t told.
  const { run } = useCommand(CheckCleCode, {
    onError: 'show',
    onSuccess: ({ checkCleCode }) => client.setQueryData(query.queryKey, { video_cle: checkCleCode }),
  })
  const check = useRef(run)
  useEffect(() => {
    check.current = run
  })
  useEffect(() => {
    if (!isPlaying || !isAccredited) return undefined
    const checkNow = () => void check.current({ video_id: videoId })
    checkNow()
    const timer = setInterval(checkNow, CLE_CHECK_SECONDS * 1_000)
    return () => clearInterval(timer)
  }, [isAccredited, isPlaying, videoId])
  if (!isAccredited) return null
  return (
    <>
      <div aria-live="assertive">{state.code && <Code key={state.code.ends_at} state={state} code={state.code} />}</div>
      <Progress state={state} />
    </>
  )
}

function Code({ state, code }: { state: State; code: NonNullable<State['code']> }) {
  const client = useQueryClient()
  const submit = useCommand(SubmitCleCode, {
    onError: 'show',
    onSuccess: ({ submitCleCode }) =>
      client.setQueryData(operationQuery(GetVideoCle, { video_id: state.video_id }).queryKey, {
        video_cle: submitCleCode,
      }),
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('code') ?? '')
    void submit.run({ video_id: state.video_id, code: given })
  }
  return (
    <form className={styles.code} onSubmit={send} aria-label="CLE code">
      <p className={styles.shown}>
        CLE code <b>{code.text}</b>
      </p>
      <Field
        label="Enter the code"
        hint={`You have ${CLE_CODE_SECONDS} seconds. It shows that you are watching.`}
        name="code"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        problem={submit.error?.message}
      />
      <Button type="submit" look="filled">
        Submit
      </Button>
    </form>
  )
}

function Progress({ state }: { state: State }) {
  const { minutes, codes_accepted: codes, accreditations, is_complete: isComplete, video_id } = state
  const claim = useCommand(ClaimCleCredit, {
    invalidate: [operationQuery(GetVideoCle, { video_id }).queryKey, [GetCleCredits.name]],
    success: ({ claimCleCredit: { credits, state: name } }) => `You earned ${creditsOf(credits)} in ${name}`,
  })
  const most = Math.max(...accreditations.map((each) => each.minutes))
  return (
    <Section title="CLE credit">
      <p className={styles.counted}>
        <b>
          {Math.min(minutes, most)} of {minutesInWords(most)}
        </b>{' '}
        counted, {counted(codes, 'code')} accepted.
      </p>
      <svg className={styles.bar} viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.rest} width={WIDTH} height="8" />
        <rect className={styles.done} width={(Math.min(minutes, most) / most) * WIDTH} height="8" />
      </svg>
      <p className={styles.note}>
        Skipping, a second window and higher speed count no more than the time that passes. Codes appear at times that
        aren’t announced.
      </p>
      <ul>
        {accreditations.map(({ id, state: name, credits, number, minutes: needed, is_earned }) => (
          <li key={id} className={styles.row}>
            <span className={styles.grow}>
              {name}, {creditsOf(credits)}. Accreditation {number}
            </span>
            {is_earned ? (
              <Link to={ROUTES.profileCle} className={styles.link}>
                Certificate
              </Link>
            ) : (
              isComplete &&
              minutes >= needed && (
                <Button
                  look="filled"
                  disabled={claim.isPending}
                  aria-label={`Claim credit in ${name}`}
                  onClick={() => void claim.run({ accreditation_id: id })}
                >
                  Claim credit
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
