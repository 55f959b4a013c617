import { useEffect, useState } from 'react'
import type { Strength } from '#shared/password-strength.ts'
import styles from './PasswordStrength.module.css'

const WORDS = ['Very weak', 'Weak', 'Fair', 'Strong', 'Very strong'] as const
/** The estimate takes a few milliseconds; the debounce keeps typing fast. */
const PAUSE_MS = 150

/** Estimates the password strength while typing. The word lists load with the first letter. */
export function PasswordStrength({ password, about }: { password: string; about?: readonly string[] | undefined }) {
  const [strength, setStrength] = useState<Strength>()
  const known = about?.join('\n')
  useEffect(() => {
    if (password === '') return
    let isOver = false
    const timer = setTimeout(() => {
      import('#shared/password-strength.ts')
        .then(({ strengthOf }) => !isOver && setStrength(strengthOf(password, known?.split('\n'))))
        // If the lists cannot be loaded, only the server checks.
        .catch(() => {})
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [password, known])
  if (password === '' || !strength) return <p role="status" className={styles.empty} />
  return (
    <div className={styles.strength}>
      <div className={styles.bars} aria-hidden="true">
        {WORDS.slice(1).map((word, index) => (
          <span
            key={word}
            className={index < strength.score ? styles[strength.problem ? 'weak' : 'good'] : styles.bar}
          />
        ))}
      </div>
      <p role="status" className={styles.words}>
        {strength.problem ?? WORDS[strength.score]}
      </p>
    </div>
  )
}
