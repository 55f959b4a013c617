/** The settings that staff can change at run time for the whole community: defaults and limits, in page order. */
import { COUNTRY_PATTERN } from './countries.ts'
import { ADDRESS_LENGTH, COMPANY_LENGTH, PREFIX_LENGTH, TAX_ID_LENGTH, TAX_RATES_PATTERN } from './invoices.ts'
import { LIMIT_KINDS, POSTING_LIMITS, type LimitKind, type LimitWindow } from './limits.ts'
import { PRODUCT_NAME } from './networks.ts'

interface Described {
  section: string
  label: string
  hint?: string
}
export interface NumberSetting extends Described {
  kind: 'number'
  /** The unit in the plural: `minutes`. */
  unit: string
  min: number
  max: number
  default: number
}
export interface TextSetting extends Described {
  kind: 'text'
  /** Height of the input in lines. */
  lines: number
  maxLength: number
  /** The pattern that a value must match, and the sentence for values that do not. */
  pattern?: RegExp
  wrong?: string
  default: string
}
export type CommunitySetting = NumberSetting | TextSetting

const span = ({ hours }: LimitWindow) => (hours === 1 ? 'an hour' : `in ${hours} hours`)
const numbers = (windows: readonly LimitWindow[], who: 'member' | 'newcomer') =>
  windows.map((window) => `${window[who]} ${span(window)}`).join(', ')

/** One setting per kind of posting: a percentage of the usual limits. */
const limitSettings = Object.fromEntries(
  LIMIT_KINDS.map((kind): [string, NumberSetting] => [
    `limit_${kind}`,
    {
      section: 'Posting limits',
      kind: 'number',
      label: POSTING_LIMITS[kind].label,
      hint: `100 percent is ${numbers(POSTING_LIMITS[kind].windows, 'member')}; for new and trial members ${numbers(POSTING_LIMITS[kind].windows, 'newcomer')}. 0 means no limit.`,
      unit: 'percent',
      min: 0,
      max: 1000,
      default: 100,
    },
  ]),
) as { [Kind in LimitKind as `limit_${Kind}`]: NumberSetting }

export const COMMUNITY_SETTINGS = {
  anonymous_delay_minutes: {
    section: 'Anonymous posts',
    kind: 'number',
    label: 'Longest delay before an anonymous post appears',
    hint: 'Each post waits a random time up to this limit, so no one can tell who wrote it from who was online.',
    unit: 'minutes',
    min: 0,
    max: 240,
    default: 20,
  },
  invoice_issuer_name: {
    section: 'Invoices',
    kind: 'text',
    label: 'Issuer’s legal name',
    hint: 'Appears on invoices from now on. Invoices already issued don’t change.',
    lines: 1,
    maxLength: COMPANY_LENGTH,
    default: PRODUCT_NAME,
  },
  invoice_issuer_address: {
    section: 'Invoices',
    kind: 'text',
    label: 'Issuer’s address',
    hint: 'Without the country.',
    lines: 3,
    maxLength: ADDRESS_LENGTH,
    default: '',
  },
  invoice_issuer_country: {
    section: 'Invoices',
    kind: 'text',
    label: 'Issuer’s country',
    hint: 'Two letters, such as US or DE.',
    lines: 1,
    maxLength: 2,
    pattern: COUNTRY_PATTERN,
    wrong: 'Enter a two-letter country code in capitals, such as US.',
    default: 'US',
  },
  invoice_issuer_tax_id: {
    section: 'Invoices',
    kind: 'text',
    label: 'Issuer’s tax ID',
    lines: 1,
    maxLength: TAX_ID_LENGTH,
    default: '',
  },
  invoice_number_prefix: {
    section: 'Invoices',
    kind: 'text',
    label: 'Invoice number prefix',
    hint: 'Each prefix has its own numbers without gaps; a new prefix starts at 1. Stripe numbers its own invoices.',
    lines: 1,
    maxLength: PREFIX_LENGTH,
    pattern: /^[A-Z0-9/-]+$/,
    wrong: 'Use capital letters, digits, hyphens, and slashes.',
    default: 'INV-',
  },
  invoice_tax_rates: {
    section: 'Invoices',
    kind: 'text',
    label: 'Tax rates',
    hint: 'One country and its rate per line, such as DE 19. If payments go through Stripe, Stripe Tax sets the rates instead.',
    lines: 4,
    maxLength: 2_000,
    pattern: TAX_RATES_PATTERN,
    wrong: 'Enter one country per line: two capital letters, a space, and the rate, such as DE 19.',
    default: '',
  },
  ...limitSettings,
} as const satisfies Record<string, CommunitySetting>

export type CommunitySettings = typeof COMMUNITY_SETTINGS
export type SettingKey = keyof CommunitySettings
export type SettingValue<Key extends SettingKey = SettingKey> = CommunitySettings[Key]['kind'] extends 'number'
  ? number
  : string

export const SETTING_KEYS = Object.keys(COMMUNITY_SETTINGS) as SettingKey[]
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(COMMUNITY_SETTINGS, key)

/** What is wrong with a value, in one sentence. */
export function settingProblem(setting: CommunitySetting, value: unknown): string | undefined {
  if (setting.kind === 'number') {
    const { min, max, unit } = setting
    const fits = Number.isInteger(value) && (value as number) >= min && (value as number) <= max
    return fits ? undefined : `Enter a whole number of ${unit} from ${min} to ${max}.`
  }
  if (typeof value !== 'string') return 'Enter text.'
  const { length } = [...value]
  if (length > setting.maxLength) return `This is ${length} characters long. The limit is ${setting.maxLength}.`
  return setting.pattern && !setting.pattern.test(value) ? setting.wrong : undefined
}
