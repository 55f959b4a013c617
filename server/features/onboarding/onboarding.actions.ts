/** Onboarding actions of members. The server decides which step may follow which. */
import type pg from 'pg'
import { settleMembership } from '#server/features/membership/index.ts'
import { changeProfile, joinCompanyByName } from '#server/features/people/index.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { sql } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { legalTextChanged } from '#shared/legal-texts.ts'
import type { LegalKind } from '#shared/legal-documents.ts'
import { FINISHED, ONBOARDING_STEPS, nextRequiredStep, type StepState } from '#shared/onboarding.ts'
import { steps } from './onboarding.reads.ts'
import { acceptAgreement, finish, setStep } from './onboarding.sql.ts'

export interface OnboardingTools {
  pool: pg.Pool
  bus: Bus
  /** Drops the cached session, so that a member who has finished is not sent back to a step. */
  forget: (userId: number) => void
}

const IN_THE_WAY: Record<string, string> = {
  payment: 'Pay for your membership to continue.',
  create_password: 'To continue, choose a password and accept the terms of use and privacy policy.',
  agreement: 'Accept the membership agreement to continue.',
}

/** Moves forward, back, or past a skippable step; `done` completes onboarding. Resolves to the member's id. */
export async function updateOnboardingStep(
  { pool, bus, forget }: OnboardingTools,
  { viewer, args }: Call<{ step: string }>,
): Promise<number> {
  const known = await selectRows<StepState>(pool, sql`select s.* from (${steps}) s order by s.place`, viewer)
  if (known.find(({ step }) => step === 'welcome')!.done)
    throw problem('onboarding.finished', { message: 'You’ve completed all the steps.', field: 'step' })
  const isKnown = args.step === FINISHED || known.some(({ step }) => step === args.step)
  if (!isKnown || args.step === ONBOARDING_STEPS[0])
    throw problem('onboarding.no_such_step', { message: 'This step doesn’t apply to you.', field: 'step' })
  const obstacle = nextRequiredStep(known, args.step)
  if (obstacle) throw problem('onboarding.step_open', { message: IN_THE_WAY[obstacle]!, field: obstacle })
  await transaction(pool, bus, async (tx) => {
    if (args.step !== FINISHED)
      return void (await tx.query(setStep({ userId: viewer.id, currentOnboardingStep: args.step })))
    await tx.query(finish({ userId: viewer.id }))
    await settleMembership(tx.query, viewer.id)
  })
  forget(viewer.id)
  return viewer.id
}

interface ProfileArgs {
  title: string
  company: string
  city?: string | null
  country?: string | null
}

/** The minimum that peers need to know about who is asking, validated like the profile. */
export async function saveOnboardingProfile(
  { pool, bus }: OnboardingTools,
  { viewer, args }: Call<ProfileArgs>,
): Promise<number> {
  // Optional on the profile, but required during onboarding.
  if (args.title.trim() === '')
    throw problem('onboarding.profile_incomplete', { message: 'Enter your job title.', field: 'title' })
  const { title, company, city = null, country = null } = args
  await transaction(pool, bus, async (tx) => {
    await changeProfile(tx, viewer.id, { title, city, country })
    await joinCompanyByName(tx, viewer.id, company, 'company')
  })
  return viewer.id
}

/** Records the version that was on the screen; members cannot undo the acceptance. */
export async function acceptMembershipAgreement(
  { pool, bus, forget }: OnboardingTools,
  { viewer, args }: Call<{ version?: number | null }>,
): Promise<number> {
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ changed: LegalKind[] }>(
      acceptAgreement({ userId: viewer.id, version: args.version ?? null }),
    )
    const changed = legalTextChanged(rows[0]!.changed)
    if (changed) throw problem('onboarding.legal_text_changed', changed)
  })
  forget(viewer.id)
  return viewer.id
}
