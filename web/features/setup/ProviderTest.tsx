import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { SetupTest } from '#shared/setup.ts'
import { Button } from '#web/kit/Button.tsx'
import { post } from '#web/platform/api/post.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from './Setup.module.css'

const TIMEOUT_MS = 60_000

interface Props {
  path: '/staff/test-mail' | '/staff/test-payment'
  label: string
  onResult: (works: boolean) => void
}

/** Tries the mail server or the payment provider, and says in words what it answered. */
export function ProviderTest({ path, label, onResult }: Props) {
  const [result, setResult] = useState<SetupTest>()
  const { run, isPending } = useCommand(() => post<SetupTest>(path, {}, { timeoutMs: TIMEOUT_MS }), {
    onSuccess: (answer) => {
      setResult(answer)
      onResult(answer.ok)
    },
    messages: { title: 'The test didn’t run' },
  })
  return (
    <div className={styles.test}>
      <Button disabled={isPending} onClick={() => void run()}>
        {isPending ? 'Testing…' : label}
      </Button>
      <div role="status">
        {result && !isPending && (
          <p className={styles.result} data-fails={result.ok ? undefined : ''}>
            {result.ok ? (
              <IconCircleCheck size={20} aria-label="Works" />
            ) : (
              <IconAlertTriangle size={20} aria-label="Doesn’t work yet" />
            )}
            <span>{result.message}</span>
          </p>
        )}
      </div>
    </div>
  )
}
