/** Words of the members' work that mean nearly the same. Staff's own synonyms are applied by the search itself. */
import { stemOf } from './stems.ts'

const GROUPS = `
pay cost price fee charge expense rate
employee staff worker workforce personnel
lawyer attorney counsel solicitor
gc general-counsel
dismiss fire terminate sack layoff redundancy
ceo chief-executive boss
cfo finance-chief
dsar access-request subject-access
nda confidentiality
acquisition merger takeover m&a
ai artificial-intelligence genai
vendor supplier provider
customer client buyer
accident injury injured incident
chair chairman chairwoman chairperson
salary payroll wage compensation
hack ransomware cyberattack attack
breach leak
outage downtime
outsource subcontract
subprocessor sub-processor
rise increase raise
shorten short cut brief concise
translator interpreter translation
bonus incentive
invention patent inventor
ratio per
forecast projection
covenant
insurer insurance carrier
landlord lease lessor
auditor audit
retire succession successor
kid child daughter son
wellbeing morale spirits
remote elsewhere distributed
apologise apology sorry
litigation lawsuit dispute
hold preserve
whistleblower speak-up
cap limit limitation
currency fx
hedge hedging
union unionised
activist
shipping vessel ship charterparty
minutes minute
email mail
invoice billing e-billing bill
e-billing electronic
mistake error wrong
machine equipment machinery
night overnight
restructuring reorganisation
regulator supervisor authority
visa permit licence
website site
influencer blogger
firmware embedded
delegation authority approval signature
go-live launch cutover
close closing
stock option equity
deputy second-in-command
committee
bank lender
refinancing loan
dividend
`

const partsOf = (word: string) => (word.includes('-') ? word.split('-').map(stemOf).join(' ') : undefined)
const groups = GROUPS.trim()
  .split('\n')
  .map((line) => line.split(' ').map((word) => ({ stem: stemOf(word.replaceAll(/[-&]/g, '')), parts: partsOf(word) })))
const written = GROUPS.trim()
  .split('\n')
  .map((line) => line.split(' ').map((word) => word.replaceAll('-', ' ')))

/** Stems of other words for it; those of several words with spaces between them. */
export const synonymsOf = (stem: string): string[] => [
  ...new Set(
    groups
      .filter((group) => group.some((each) => each.stem === stem))
      .flat()
      .filter((other) => other.stem !== stem)
      .flatMap((other) => [other.stem, ...(other.parts ? [other.parts] : [])]),
  ),
]
/** The same as words that can be searched. */
export const otherWordsFor = (stem: string): string[] =>
  groups
    .flatMap((group, at) => (group.some((each) => each.stem === stem) ? written[at]! : []))
    .filter((word) => stemOf(word) !== stem)
