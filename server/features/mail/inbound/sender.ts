/** Who an email says it is from and to, by its header. */
import addressparser from 'nodemailer/lib/addressparser/index.js'
import { valuesOf, type Header } from './headers.ts'

export function addressesIn(values: readonly string[]): string[] {
  return values
    .flatMap((value) => addressparser(value, { flatten: true }))
    .map(({ address }) => address.trim().toLowerCase())
    .filter((address) => address !== '')
}

/** The address of From, if there is exactly one. Programs differ in which of several they show. */
export function senderOf(headers: readonly Header[]): string | undefined {
  const fields = valuesOf(headers, 'from')
  const [address, ...others] = addressesIn(fields)
  return fields.length === 1 && others.length === 0 && address?.split('@').length === 2 ? address : undefined
}

/** Everybody that the email is addressed to by its header. */
export const addresseesOf = (headers: readonly Header[]): string[] =>
  addressesIn(['to', 'cc', 'resent-to', 'resent-cc'].flatMap((name) => valuesOf(headers, name)))

/** The emails that it answers, the nearest first; without angle brackets. */
export function answeredIds(headers: readonly Header[]): string[] {
  const ids = (name: string) =>
    valuesOf(headers, name).flatMap((value) => [...value.matchAll(/<([^<>\s]{1,500})>/g)].map((found) => found[1]!))
  return [...new Set([...ids('in-reply-to'), ...ids('references').reverse()])].slice(0, 50)
}
