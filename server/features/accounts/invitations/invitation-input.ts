/** Validation of an invitee's name and address, shared by all forms. */
import { z } from 'zod'
import { EMAIL_LENGTH, NAME_LENGTH, NOTE_LENGTH } from '#shared/accounts.ts'
import { checkedBody } from '#server/platform/http/checked-body.ts'

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_LENGTH)
  .pipe(z.email({ error: 'That isn’t a valid email address. Enter one like name@company.com.' }))
export const line = (what: string, min: number, max = NAME_LENGTH) =>
  z
    .string({ error: `Enter the ${what}.` })
    .trim()
    .min(min, `Enter the ${what}.`)
    .max(max, `The ${what} is too long. The limit is ${max} characters.`)
    // Rejects names that could fake a line break or hide characters.
    .refine(
      (text) =>
        !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text.replaceAll('\n', max > NAME_LENGTH ? '' : '\n')),
      `The ${what} contains characters that can’t be displayed. Remove them.`,
    )
export const person = { first_name: line('first name', 1), last_name: line('last name', 1) }
export const note = line('note', 0, NOTE_LENGTH).default('')

export const invitee = z.object({ email, ...person, note })
export type Invitee = z.infer<typeof invitee>

/** Throws the first error, with its field and `status` (400 if undefined). */
export const checked = <T>(schema: z.ZodType<T>, body: unknown, status: number | null = 400): T =>
  checkedBody(schema, body, { code: 'accounts.form_invalid', status })
