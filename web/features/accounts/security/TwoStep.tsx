import { useForm } from '#web/platform/forms/use-form.ts'
import { post } from '#web/platform/api/post.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { CODE_DIGITS } from '#shared/accounts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { callQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import styles from './TwoStep.module.css'

const twoStepQuery = callQuery<{ on: boolean; codes_left: number }>('/auth/two-step')

interface Setup {
  secret: string
  uri: string
  qr: { size: number; path: string }
}
type Step =
  | { at: 'rest' }
  | { at: 'password'; for: 'begin' | 'off' | 'codes' }
  | ({ at: 'scan' } & Setup)
  | { at: 'codes'; codes: string[] }

const ASKED = { begin: 'Set up', off: 'Turn off', codes: 'Create new codes' } as const

/**
 * Two-step sign-in with an authenticator app. Every change requires the password, because a screen may have been left
 * unlocked.
 */
export function TwoStep() {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(twoStepQuery)
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const refresh = () => client.invalidateQueries({ queryKey: twoStepQuery.queryKey })
  if (isError)
    return (
      <StatePage title="We couldn’t load this" again={refetch}>
        Nothing was changed.
      </StatePage>
    )
  if (!data) return <Skeleton width="most" />
  if (step.at === 'codes') return <Codes codes={step.codes} done={() => setStep({ at: 'rest' })} />
  if (step.at === 'scan')
    return (
      <Scan
        setup={step}
        cancel={() => setStep({ at: 'rest' })}
        done={(codes) => (setStep({ at: 'codes', codes }), void refresh())}
      />
    )
  if (step.at === 'password')
    return (
      <Password
        act={step.for}
        cancel={() => setStep({ at: 'rest' })}
        done={(answer) => {
          void refresh()
          if (step.for === 'begin') setStep({ at: 'scan', ...(answer as Setup) })
          else if (step.for === 'codes') setStep({ at: 'codes', ...(answer as { codes: string[] }) })
          else {
            setStep({ at: 'rest' })
            toast.success('Two-step sign-in is off')
          }
        }}
      />
    )
  const ask = (what: 'begin' | 'off' | 'codes') => setStep({ at: 'password', for: what })
  return (
    <>
      <p className={styles.text}>
        {data.on
          ? `On. You’ll need a code from your authenticator app to sign in. You have ${data.codes_left} backup codes left.`
          : 'Off. When this is on, signing in takes your password and a code from an authenticator app on your phone.'}
      </p>
      <div className={styles.acts}>
        {!data.on && <Button onClick={() => ask('begin')}>Set up two-step sign-in</Button>}
        {data.on && <Button onClick={() => ask('codes')}>Create new backup codes</Button>}
        {data.on && <Button onClick={() => ask('off')}>Turn off</Button>}
      </div>
    </>
  )
}

interface FormProps {
  path: string
  field: 'password' | 'code'
  submit: string
  cancel: () => void
  done: (answer: object) => void
  children: ReactNode
}

function StepForm({ path, field, submit, cancel, done, children }: FormProps) {
  const form = useForm<Record<string, string>, object>({
    initial: { [field]: '' },
    submit: (values) => post<object>(path, values),
    onDone: done,
  })
  const isCode = field === 'code'
  return (
    <form {...form.props} className={styles.form} method="post">
      {children}
      <FormProblem>{form.problem}</FormProblem>
      <Field
        label={isCode ? `${CODE_DIGITS}-digit code` : 'Your password'}
        type={isCode ? 'text' : 'password'}
        autoComplete={isCode ? 'one-time-code' : 'current-password'}
        inputMode={isCode ? 'numeric' : 'text'}
        required
        autoFocus
        maxLength={256}
        {...form.native(field)}
      />
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>{submit}</SubmitButton>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </form>
  )
}

const Password = ({
  act,
  cancel,
  done,
}: {
  act: 'begin' | 'off' | 'codes'
  cancel: () => void
  done: (answer: object) => void
}) => (
  <StepForm path={`/auth/two-step/${act}`} field="password" submit={ASKED[act]} cancel={cancel} done={done}>
    {act === 'codes' && <p className={styles.text}>Creating new codes makes your old codes stop working.</p>}
  </StepForm>
)

const Scan = ({ setup, cancel, done }: { setup: Setup; cancel: () => void; done: (codes: string[]) => void }) => (
  <StepForm
    path="/auth/two-step/confirm"
    field="code"
    submit="Turn on"
    cancel={cancel}
    done={(answer) => done((answer as { codes: string[] }).codes)}
  >
    <p className={styles.text}>Scan this QR code with your authenticator app, then enter the code it shows.</p>
    <svg
      className={styles.picture}
      viewBox={`0 0 ${setup.qr.size} ${setup.qr.size}`}
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <rect width={setup.qr.size} height={setup.qr.size} fill="#fff" />
      <path d={setup.qr.path} fill="#000" shapeRendering="crispEdges" />
    </svg>
    <p className={styles.text}>
      On this device, you can <a href={setup.uri}>open your authenticator app</a>. Or enter this key:{' '}
      <code className={styles.key}>{setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
    </p>
  </StepForm>
)

function Codes({ codes, done }: { codes: string[]; done: () => void }) {
  return (
    <div role="status">
      <p className={styles.text}>
        Two-step sign-in is on. Save these backup codes somewhere safe. Each one lets you sign in once without your
        authenticator app. You won’t see them again.
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.acts}>
        <Button look="filled" onClick={done}>
          I’ve saved my codes
        </Button>
      </div>
    </div>
  )
}
