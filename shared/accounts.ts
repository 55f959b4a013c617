/** Rules and limits of accounts, shared by server and browser. */
import { counted } from '#shared/kit/text.ts'

export const PASSWORD_LENGTH = { min: 10, max: 256 }
export const EMAIL_LENGTH = 254
export const NAME_LENGTH = 100
export const NOTE_LENGTH = 1_000
/** Shown next to every field for a new password. */
export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH.min} characters. Several unrelated words are easy to remember.`

export const CODE_DIGITS = 6
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
export const RESEND_SECONDS = 30
export const RESET_HOURS = 1
export const INVITATION_DAYS = 14
export const PREVIEW_MEMBERS = 3
export const TRIAL_DAYS = { min: 1, usual: 30, max: 90 }
export const TRIAL_USES = { min: 1, usual: 25, max: 1_000 }

/** Returns one sentence if a new password is too short or too long. Its strength is checked separately. */
export function lengthProblem(password: string): string | undefined {
  const { length } = [...password]
  if (length < PASSWORD_LENGTH.min)
    return `Your password is ${counted(length, 'character')} long. It needs at least ${PASSWORD_LENGTH.min}.`
  if (length > PASSWORD_LENGTH.max)
    return `Your password is ${length} characters long. The limit is ${PASSWORD_LENGTH.max}.`
  return undefined
}
