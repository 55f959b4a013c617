/** Determines the author of a message, also on lists that replace the From address with their own. */
import { createHash } from 'node:crypto'

export interface Sender {
  /** Never the real address: mail to `.invalid` cannot be delivered. */
  email: string
  first_name: string
  last_name: string
}

export interface Mailbox {
  name: string
  address: string
}

const VIA = /\s+(?:via|on behalf of)\s+.*$/i
const SPELT_AT = /^"?([^\s"@]+)\s*(?:\s+at\s+|\(at\)|\[at\]|_at_)\s*([^\s"()<>@]+\.[^\s"()<>@]+)"?/i
const NAME_LENGTH = 80

/** The first of `candidates` that is a person; `lists` are the addresses of the list itself. */
export function readSender(candidates: readonly Mailbox[], lists: ReadonlySet<string>): Sender | null {
  const spelt = candidates.map(withSpeltAddress).filter((one) => one.address !== '')
  const person = spelt.find((one) => !lists.has(one.address.toLowerCase()))
  const name = cleanName(spelt[0]?.name ?? '') || cleanName(person?.name ?? '')
  if (person) return { email: placeholderAddress(person.address), ...splitName(name || nameOfAddress(person.address)) }
  if (!spelt[0]) return null
  // Only the list's address is known, so the name distinguishes the authors.
  return {
    email: placeholderAddress(name ? `${name} via ${spelt[0].address}` : spelt[0].address),
    ...splitName(name || 'Unknown sender'),
  }
}

/** Maps `ann@firm.com` to `ann.at.firm.com@imported.invalid`; two addresses never map to the same one. */
export function placeholderAddress(address: string): string {
  const lower = address.toLowerCase().normalize('NFC')
  const at = lower.lastIndexOf('@')
  const plain = at < 0 ? lower : `${lower.slice(0, at)}.at.${lower.slice(at + 1)}`
  const isPlain =
    /^[a-z0-9._+-]{1,60}$/.test(plain) && at > 0 && plain.split('.at.').length === 2 && !/^\.|\.\.|\.$/.test(plain)
  if (isPlain) return `${plain}@imported.invalid`
  const readable = plain
    .replaceAll(/[^a-z0-9._+-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, 40)
    .replaceAll(/^[.-]+|[.-]+$/g, '')
  return `${readable || 'sender'}-${createHash('sha256').update(lower).digest('hex').slice(0, 12)}@imported.invalid`
}

/** Returns "Ann Lee" for "'Lee, Ann (Legal)' via Board". */
export function cleanName(name: string): string {
  let clean = name
    .replace(VIA, '')
    .replaceAll(/["“”„<>]|^'|'$/g, '')
    .replaceAll(/\s*[([][^()[\]]*[)\]]/g, '')
    .replace(/\s+[-–|/]\s.*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^'(.*)'$/, '$1')
  const inverted = /^([^,]+), ([^,]+)$/.exec(clean)
  if (inverted && !/^(jr|sr|ph\.?d|esq|md|mba|cpa|llm|[iv]+)\.?$/i.test(inverted[2]!))
    clean = `${inverted[2]} ${inverted[1]}`
  if (/\S@\S|^[\w.+-]+ at [\w.-]+\.\w+$/.test(clean)) return ''
  return /\p{L}/u.test(clean) ? [...clean].slice(0, NAME_LENGTH).join('') : ''
}

function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.split(' ')
  return { first_name: words.slice(0, -1).join(' ') || words[0]!, last_name: words.length > 1 ? words.at(-1)! : '' }
}

function nameOfAddress(address: string): string {
  const words = address
    .split('@')[0]!
    .split(/[._+\s-]+/)
    .filter((word) => word !== '')
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ') || 'Unknown sender'
}

function withSpeltAddress({ name, address }: Mailbox): Mailbox {
  if (/^\S+@\S+$/.test(address)) return { name, address }
  const spelt = SPELT_AT.exec(address) ?? SPELT_AT.exec(name)
  if (!spelt) return { name, address: address.replaceAll(/\s/g, '') }
  const own = /\(([^)]*)\)/.exec(`${name} ${address}`)?.[1] ?? name.replace(spelt[0], '').trim()
  return { name: own, address: `${spelt[1]}@${spelt[2]}` }
}
