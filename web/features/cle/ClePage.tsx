import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { GetCleCreditsQuery } from '#api/operations.ts'
import { creditsOf, longDay, minutesInWords, ruleInWords } from '#shared/cle.ts'
import { dayKey } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import {
  creditsQuery,
  rulesQuery,
  type Admission,
  type Credit,
  type Rule,
  type VideoInProgress,
} from '#web/features/cle/cle.queries.ts'
import { sumOf, totalsOf, validOf, yearOf, yearsOf, type StateTotal } from '#web/features/cle/totals.ts'
import styles from '#web/features/cle/Cle.module.css'
import { buttonClass } from '#web/kit/Button.tsx'
import { SelectField } from '#web/kit/forms/Field.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useSearch } from '#web/platform/router/match.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { useNow } from '#web/kit/use-now.ts'

/** The member's own credits: by state with what is still needed, by year with certificates, and what is in progress. */
export function ClePage() {
  // From the URL; this year if missing.
  const asked = String(useSearch()['year'] ?? '')
  useTitle('CLE credits')
  useEffect(() => void track('cle-viewed', referral()), [])
  const { time_zone } = useUser()
  const own = useQuery(creditsQuery)
  const rules = useQuery(rulesQuery)
  const today = dayKey(useNow(own.dataUpdatedAt), time_zone)
  const isFailed = (own.isError && !own.data) || (rules.isError && !rules.data)
  const isReady = own.data && rules.data
  return (
    <Page
      side={
        isReady && <HowCounted rules={rules.data.cle_rules} states={statesOf(own.data, rules.data.cle_rules, today)} />
      }
    >
      <BackLink />
      <h1 className={`t-page-title ${styles.heading}`}>CLE credits</h1>
      <p className={styles.lede}>
        {isReady
          ? `${creditsOf(sumOf(validOf(own.data.cle_member.cle_credits).filter((each) => yearOf(each) === today.slice(0, 4))))} credits since January 1. `
          : ''}
        Minutes are recorded once and counted by each state’s own rule.
      </p>
      {isReady && (
        <Whole
          credits={own.data.cle_member.cle_credits}
          admissions={own.data.cle_member.bar_qualifications}
          videos={own.data.cle_member.cle_videos}
          rules={rules.data.cle_rules}
          today={today}
          year={/^\d{4}$/.test(asked) ? asked : today.slice(0, 4)}
        />
      )}
      {isFailed && (
        <LoadFailed title="We couldn’t load your credits" again={() => Promise.all([own.refetch(), rules.refetch()])}>
          Your credits and certificates are safe.
        </LoadFailed>
      )}
      {!isReady && !isFailed && (
        <div className={styles.loading} aria-busy="true">
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
          <Skeleton width="most" />
        </div>
      )}
    </Page>
  )
}

const statesOf = ({ cle_member: viewer }: GetCleCreditsQuery, rules: readonly Rule[], today: string) =>
  totalsOf({ credits: viewer.cle_credits, admissions: viewer.bar_qualifications, rules, today }).map(
    ({ jurisdiction }) => jurisdiction,
  )

interface WholeProps {
  credits: readonly Credit[]
  admissions: readonly Admission[]
  videos: readonly VideoInProgress[]
  rules: readonly Rule[]
  today: string
  year: string
}

function Whole({ credits, admissions, videos, rules, today, year }: WholeProps) {
  const totals = totalsOf({ credits, admissions, rules, today })
  const invite = (
    <StatePage
      title="Add your bar admissions to see what you need"
      actions={
        <Link className={buttonClass()} to={ROUTES.profile}>
          Edit profile
        </Link>
      }
    >
      <p>Credits are counted by the rules of the states where you’re admitted.</p>
    </StatePage>
  )
  return (
    <>
      <Section title="By state">
        {totals.length > 0 && (
          <ul>
            {totals.map((total) => (
              <StateRow key={total.jurisdiction} total={total} />
            ))}
          </ul>
        )}
        {admissions.length === 0 && invite}
      </Section>
      <Certificates credits={credits} years={yearsOf(credits, today)} year={year} />
      {videos.length > 0 && (
        <Section title="In progress">
          <ul>
            {videos.map((video) => (
              <InProgress key={video.video_id} video={video} />
            ))}
          </ul>
        </Section>
      )}
      <div className={styles.narrow}>
        <HowCounted rules={rules} states={totals.map(({ jurisdiction }) => jurisdiction)} />
      </div>
    </>
  )
}

const WIDTH = 1_000
const HEIGHT = 8

/** How much of what is needed is there; the words beside say the same. */
const Bar = ({ part }: { part: number }) => (
  <svg className={styles.bar} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    <rect className={styles.rest} width={WIDTH} height={HEIGHT} />
    <rect className={styles.done} width={Math.min(1, part) * WIDTH} height={HEIGHT} />
  </svg>
)

const periodInWords = (months: number) => (months % 12 === 0 ? counted(months / 12, 'year') : counted(months, 'month'))

function StateRow({ total: { state, admission, rule, earlier, credits } }: { total: StateTotal }) {
  const { needed, period_months: months } = rule ?? {}
  const toGo = needed ? Math.max(0, needed - credits) : null
  return (
    <li className={styles.state}>
      <div className={styles.stateHead}>
        <div>
          <h3 className={styles.stateName}>{state}</h3>
          <p className="t-meta">
            {admission
              ? admission.year_passed
                ? `Admitted ${admission.year_passed}.`
                : 'Admitted.'
              : 'Not among your bar admissions.'}{' '}
            {rule && (months ? `Counted over the last ${periodInWords(months)}.` : 'Counted since January 1.')}
          </p>
        </div>
        <p className={styles.figure}>
          {creditsOf(credits)}{' '}
          <span className={styles.of}>{needed ? `of ${needed.toLocaleString('en-US')}` : 'credits'}</span>
        </p>
      </div>
      {needed && <Bar part={credits / needed} />}
      <p className={styles.words}>
        {toGo === 0 && <span className={styles.complete}>Complete. </span>}
        {toGo !== null && toGo > 0 && <b>{creditsOf(toGo)} to go. </b>}
        {rule ? ruleInWords(rule) : 'We have no CLE rule for this place. Ask its bar what you need.'}
        {rule && !needed && ' We don’t know how many credits are needed; your bar does.'}
        {earlier &&
          ` Credits before ${longDay(rule!.valid_from!)} count by the rule of their day: ${ruleInWords(earlier)}`}
      </p>
    </li>
  )
}

function Certificates({ credits, years, year }: { credits: readonly Credit[]; years: string[]; year: string }) {
  const navigate = useNavigate()
  const shown = credits.filter((each) => yearOf(each) === year)
  return (
    <div className={styles.certificates}>
      <Section title={`Certificates, ${year}`}>
        <div className={styles.year}>
          <SelectField
            label="Year"
            hidesLabel
            value={year}
            onChange={({ target }) =>
              void navigate({ to: ROUTES.profileCle, search: { year: target.value } as never, replace: true })
            }
          >
            {years.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        </div>
        {shown.length === 0 ? (
          <p className={styles.none}>
            No credits in {year}. Credits appear here when you attend or watch an accredited program, and when staff
            enter them.
          </p>
        ) : (
          <CreditTable credits={shown} year={year} />
        )}
      </Section>
    </div>
  )
}

const CreditTable = ({ credits, year }: { credits: readonly Credit[]; year: string }) => (
  <table className={styles.table}>
    <caption className="visually-hidden">CLE credits in {year}</caption>
    <thead>
      <tr>
        <th scope="col">Program</th>
        <th scope="col">Date</th>
        <th scope="col">Credits</th>
        <th scope="col">
          <span className="visually-hidden">Certificate</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {credits.map((credit) => (
        <CreditRow key={credit.id} credit={credit} />
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          Total
        </th>
        <td className={styles.amount}>
          {totalByState(credits).map(([jurisdiction, sum]) => (
            <span key={jurisdiction} className={styles.sum}>
              {jurisdiction} {creditsOf(sum)}
            </span>
          ))}
        </td>
        <td />
      </tr>
    </tfoot>
  </table>
)

const totalByState = (credits: readonly Credit[]): [string, number][] => {
  const valid = validOf(credits)
  return [...new Set(valid.map(({ jurisdiction }) => jurisdiction))]
    .toSorted()
    .map((state) => [state, sumOf(valid.filter(({ jurisdiction }) => jurisdiction === state))])
}

function howEarned({ origin, minutes, num_of_codes: codes, revoked_at }: Credit): string {
  if (revoked_at) return 'Revoked by staff; it no longer counts'
  const time = minutesInWords(minutes)
  if (origin === 'attended') return `Attended, ${time}`
  if (origin === 'watched') return `Watched, ${time}, ${codes} of ${codes} codes`
  return `Entered by staff, from another provider, ${time}`
}

function CreditRow({ credit }: { credit: Credit }) {
  const { title, event_date, jurisdiction, credits, certificate_url, signed_url, verify_url, revoked_at } = credit
  return (
    <tr>
      <th scope="row" className={styles.program}>
        <span className={styles.title}>{title}</span>
        <span className={revoked_at ? styles.revoked : 't-meta'}>{howEarned(credit)}</span>
      </th>
      <td className={styles.day}>{longDay(event_date)}</td>
      <td className={revoked_at ? `${styles.amount} ${styles.struck}` : styles.amount}>
        {jurisdiction} {creditsOf(credits)}
      </td>
      <td className={styles.acts}>
        {certificate_url && (
          <a
            className={styles.act}
            href={certificate_url}
            aria-label={`${signed_url ? 'PDF' : 'File'}: ${title}`}
            download=""
          >
            {signed_url ? 'PDF' : 'File'}
          </a>
        )}
        {signed_url && (
          <a className={styles.act} href={signed_url} aria-label={`Signed: ${title}`} download="">
            Signed
          </a>
        )}
        {verify_url && (
          <a className={styles.act} href={verify_url} aria-label={`Verify: ${title}`}>
            Verify
          </a>
        )}
      </td>
    </tr>
  )
}

function InProgress({ video }: { video: VideoInProgress }) {
  const open = video.accreditations.filter(({ is_earned }) => !is_earned)
  const [first] = open
  if (!first) return null
  const codes = video.codes_accepted
  return (
    <li className={styles.progress}>
      <div className={styles.grow}>
        <h3 className={styles.title}>{first.title}</h3>
        <p className="t-meta">
          {Math.min(video.minutes, first.minutes)} of {first.minutes} minutes, {counted(codes, 'code')} accepted.{' '}
          {open.map(({ state, credits }) => `${state}, ${creditsOf(credits)}`).join('; ')}
        </p>
      </div>
      {video.path && (
        <Link className={buttonClass('filled')} to={video.path}>
          <IconPlayerPlay stroke={1.6} aria-hidden />
          Continue
        </Link>
      )}
    </li>
  )
}

const RuleLine = ({ rule }: { rule: Rule }) => (
  <li className={styles.rule}>
    <b>{rule.state}</b>
    {rule.valid_from && ` from ${longDay(rule.valid_from)}`}: {ruleInWords(rule)}{' '}
    <a className={styles.link} href={rule.source} rel="noreferrer">
      Source<span className="visually-hidden"> for {rule.state}</span>
    </a>
    , read {longDay(rule.checked_on)}.
  </li>
)

/** The rules of the member's states; the others are folded. */
function HowCounted({ rules, states }: { rules: readonly Rule[]; states: readonly string[] }) {
  const own = rules.filter(({ jurisdiction }) => states.includes(jurisdiction))
  const others = rules.filter((rule) => !own.includes(rule))
  return (
    <SideNote title="How credits are counted">
      <ul>
        {own.map((rule) => (
          <RuleLine key={rule.id} rule={rule} />
        ))}
      </ul>
      <details className={styles.more}>
        <summary>{own.length > 0 ? `${others.length} other states` : `Rules of ${others.length} states`}</summary>
        <ul>
          {others.map((rule) => (
            <RuleLine key={rule.id} rule={rule} />
          ))}
        </ul>
      </details>
      <p className={styles.rule}>
        Your bar decides what counts and when your period ends. <Link to={ROUTES.verify}>Verify a certificate</Link>
      </p>
    </SideNote>
  )
}
