import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ACCESS_TOKEN_CALLS_A_MINUTE,
  ACCESS_TOKEN_DAYS,
  ACCESS_TOKEN_NAME,
  ACCESS_TOKEN_SCOPES,
  type AccessTokenScope,
} from '#shared/access-tokens.ts'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { DELETE } from '#web/platform/api/http.ts'
import { post } from '#web/platform/api/post.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'
import { callQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { Acts, Password } from '#web/features/accounts/security/Passkeys.tsx'
import { NotLoaded, Row } from '#web/features/accounts/settings/SettingParts.tsx'
import { ApiExample, ScopeOperations } from '#web/features/accounts/security/ApiExample.tsx'
import styles from '#web/features/accounts/settings/Settings.module.css'

interface AccessToken {
  id: string
  name: string
  scopes: AccessTokenScope[]
  created_at: string
  expires_at: string
  last_used_at: string | null
}
interface Tokens {
  tokens: AccessToken[]
  refusing_networks: string[]
  operations: Record<AccessTokenScope, string[]>
}
const tokensQuery = callQuery<Tokens>('/access-tokens')
const SCOPES = Object.entries(ACCESS_TOKEN_SCOPES) as [AccessTokenScope, string][]

/** The member's access tokens. A new one is shown once. */
export function AccessTokens() {
  const { data, isError, refetch } = useQuery(tokensQuery)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [created, setCreated] = useState<string>()
  if (isError) return <NotLoaded again={() => void refetch()} />
  if (!data) return <Skeleton width="most" />
  const { tokens, refusing_networks: refusing, operations } = data
  const close = () => setOpen(false)
  return (
    <>
      <p className={styles.text}>
        A program of yours can read with an access token what you can read in your networks, up to{' '}
        {ACCESS_TOKEN_CALLS_A_MINUTE} calls a minute. It can’t change anything, and it can’t read private replies,
        conversations, or drafts. What it reads stays confidential: keep it where only you can read it.
      </p>
      {refusing.length > 0 && (
        <p className={styles.notice} role="status">
          {tokens.length > 0 ? 'Your tokens don’t work' : 'You can’t create a token'} because these networks don’t allow
          access tokens: {refusing.join(', ')}.
        </p>
      )}
      <ul>
        {tokens.map((token) => (
          <li key={token.id}>
            <Held token={token} />
          </li>
        ))}
      </ul>
      {created && <Created token={created} done={() => setCreated(undefined)} />}
      {isOpen && (
        <Create
          close={close}
          done={(token) => {
            close()
            setCreated(token)
            void client.invalidateQueries({ queryKey: tokensQuery.queryKey })
          }}
        />
      )}
      {!isOpen && refusing.length === 0 && (
        <Button className={styles.below} onClick={() => setOpen(true)}>
          Create a token
        </Button>
      )}
      <ScopeOperations operations={operations} />
    </>
  )
}

function Held({ token: { id, name, scopes, expires_at, last_used_at } }: { token: AccessToken }) {
  const { time_zone } = useUser()
  const { run, isPending } = useCommand(
    async () => {
      const [, error] = await DELETE(`/access-tokens/${encodeURIComponent(id)}`)
      if (error && error.status !== 404) throw error
    },
    { invalidate: [tokensQuery.queryKey], success: 'Access token revoked' },
  )
  return (
    <Row
      name={name}
      act={
        <Button disabled={isPending} aria-label={`Revoke token ${name}`} onClick={() => void run()}>
          Revoke
        </Button>
      }
    >
      {scopes.join(', ')}. Expires {longDate(expires_at, time_zone)}.{' '}
      {last_used_at ? `Last used ${longDate(last_used_at, time_zone)}.` : 'Not used yet.'}
    </Row>
  )
}

const Created = ({ token, done }: { token: string; done: () => void }) => (
  <div className={styles.notice} role="status">
    <p>Copy this token now. You won’t see it again.</p>
    <Field label="Access token" value={token} readOnly autoComplete="off" onFocus={(event) => event.target.select()} />
    <ApiExample token={token} />
    <Button className={styles.below} onClick={done}>
      I’ve copied it
    </Button>
  </div>
)

function Create({ close, done }: { close: () => void; done: (token: string) => void }) {
  const [scopes, setScopes] = useState<readonly AccessTokenScope[]>([])
  const form = useForm({
    initial: { name: '', days: '30', password: '' },
    fields: ['name', 'days', 'password', 'scopes'],
    check: () => (scopes.length === 0 ? { field: 'scopes', message: 'Choose what the token can read.' } : undefined),
    submit: ({ days, ...values }) =>
      post<{ token: string }>('/access-tokens', { ...values, days: Number(days), scopes }),
    onDone: ({ token }) => done(token),
  })
  const scopeProblem = form.problemOf('scopes')
  return (
    <form {...form.props} className={styles.form} method="post">
      <FormProblem>{form.problem}</FormProblem>
      <Field
        label="Name"
        autoComplete="off"
        autoFocus
        maxLength={ACCESS_TOKEN_NAME}
        hint="Which program will use it."
        {...form.native('name')}
      />
      <fieldset className={styles.choices}>
        <legend>What it can read</legend>
        {SCOPES.map(([scope, label], index) => (
          <CheckboxField
            key={scope}
            label={scope}
            hint={label}
            checked={scopes.includes(scope)}
            problem={index === SCOPES.length - 1 ? scopeProblem : undefined}
            onChange={({ target }) =>
              setScopes(target.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
            }
          />
        ))}
      </fieldset>
      <SelectField label="Expires after" {...form.field('days')}>
        {ACCESS_TOKEN_DAYS.map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
      </SelectField>
      <Password problem={form.problemOf('password')} />
      <Acts submit="Create token" isPending={form.isPending} close={close} />
    </form>
  )
}
