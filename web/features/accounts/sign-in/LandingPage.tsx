import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LEGAL_PATHS, LEGAL_TITLES, type LegalKind } from '#shared/legal-documents.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { Monogram } from '#web/kit/Monogram.tsx'
import { usePageProps } from '#web/platform/page-props.ts'
import { BrandHeader } from '#web/platform/shell/navigation/BrandHeader.tsx'
import styles from './LandingPage.module.css'

/** Each is what the system or the membership agreement really keeps. */
const PROMISES = [
  {
    title: 'You know who will read it',
    text: 'The send button names the readers before you post. A private reply goes to one person; staff can open it only with that permission, and each time is recorded.',
  },
  {
    title: 'What’s said here stays here',
    text: 'Every member accepts the membership agreement. Nothing members write can be read without signing in, and search engines don’t see it.',
  },
  {
    title: 'Only people in the job',
    text: 'Members join by invitation, under their own names. What you may not read looks exactly like what doesn’t exist.',
  },
]

const FORM = 'sign-in'

/** What this is, for whom, and what is promised, beside the form: in the neutral track, with no network's name. */
export function LandingPage({ children }: { children: ReactNode }) {
  const { supportEmail } = usePageProps()
  return (
    <div className={`theme-thesuite ${styles.page}`}>
      <header className={styles.bar}>
        <span className={styles.wordmark}>{PRODUCT_NAME}</span>
        <a href={`#${FORM}`} className={styles.jump}>
          Sign in
        </a>
      </header>
      <main id="main" className={styles.main}>
        <section className={styles.words} aria-labelledby="landing-title">
          <h1 id="landing-title" className={styles.title}>
            Ask the people <br />
            who have your job.
          </h1>
          <p className={styles.about}>
            {PRODUCT_NAME} is a private community for general counsel, chief financial officers, and operating
            executives. Members put the questions that can’t be asked in public, or inside the company, to peers who
            have had to answer them.
          </p>
          <Example />
          <ul className={styles.promises}>
            {PROMISES.map(({ title, text }) => (
              <li key={title}>
                <h2>{title}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section id={FORM} className={styles.side} aria-labelledby="sign-in-title">
          <div className={styles.sheet}>
            <BrandHeader network="Legal, Finance, Executive, The Suite" />
            <div className={styles.form}>{children}</div>
          </div>
          <p className={styles.join}>
            Not a member? Members invite members: ask a colleague who is one, or write to{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. With an invitation, open the link in its email.
          </p>
        </section>
      </main>
      <footer className={styles.foot}>
        <nav aria-label="Terms and privacy" className="t-meta">
          {(Object.keys(LEGAL_PATHS) as LegalKind[]).map((kind) => (
            <a key={kind} href={LEGAL_PATHS[kind]}>
              {LEGAL_TITLES[kind]}
            </a>
          ))}
          <a href={`mailto:${supportEmail}`}>Contact support</a>
        </nav>
      </footer>
    </div>
  )
}

/** A question with a reply to the group and a private one: the only content of a page that anyone can open. */
const Example = () => (
  <figure className={styles.example} aria-label="An example of a discussion">
    <div className={styles.byline}>
      <Monogram name="Priya Raman" id={4} size={44} pictureUrl="/welcome/priya.svg" />
      <p>
        <b>Priya Raman</b> <span className={styles.kind}>asked for a recommendation</span>
        <span className={styles.facts}>General Counsel, Halden Robotics. To 1,595 members of two networks</span>
      </p>
    </div>
    <p className={styles.topic}>Outside counsel for a first data-processing dispute with a model vendor</p>
    <div className={styles.reply}>
      <Monogram name="Marcus Oyelaran" id={2} size={36} pictureUrl="/welcome/marcus.svg" />
      <div>
        <p>
          <b>Marcus Oyelaran</b> <span className={styles.facts}>Norvane Energy. 9 agree</span>
        </p>
        <p className={styles.said}>
          Ask for the objection to be treated as a dispute under the master agreement, not the DPA; it buys you the cure
          period.
        </p>
      </div>
    </div>
    <div className={styles.reply}>
      <Monogram name="Dana Whitfield" id={3} size={36} pictureUrl="/welcome/dana.svg" />
      <div>
        <p>
          <b>Dana Whitfield</b>{' '}
          <span className={styles.private}>
            <IconLock aria-hidden="true" /> Private to Priya
          </span>
        </p>
        <p className={styles.said}>I would rather not name the second firm in the group. Call me.</p>
      </div>
    </div>
    <figcaption className={styles.note}>An example. The names are invented.</figcaption>
  </figure>
)
