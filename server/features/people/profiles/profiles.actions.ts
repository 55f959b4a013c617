import type pg from 'pg'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import {
  validateChoices,
  checkedQualifications,
  validateField,
  refuse,
  type Given,
  type Qualification,
} from './profile-validation.ts'
import {
  PROFILE_CHOICES,
  PROFILE_COLUMNS,
  PROFILE_FIELDS,
  PROFILE_TEXT_COLUMNS,
  type ChoiceName,
} from '#shared/profile-fields.ts'
import {
  deleteQualifications,
  placePerson,
  refreshProfiles,
  selectKnown,
  updatePerson,
  updateProfile,
  upsertQualifications,
} from './profiles.sql.ts'

/** Changes the given fields of the member's own profile; the rest stays unchanged. Resolves to the member's id. */
export async function changeProfile(tx: Transaction, userId: number, given: Given): Promise<number> {
  const { legal, ...plain } = given
  const fields: Given = { ...plain, ...(legal as Given | null | undefined) }
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined)
  const personal = PROFILE_COLUMNS.filter((name) => names.includes(name))
  if (personal.length > 0) {
    const changes = Object.fromEntries(personal.map((name) => [name, validateField(name, fields[name])]))
    await tx.query(updatePerson(userId, changes))
    if (['city', 'state', 'country'].some((name) => names.includes(name))) await tx.query(placePerson({ userId }))
  }
  const chosen = PROFILE_CHOICES.filter((name) => names.includes(name))
  const written = PROFILE_TEXT_COLUMNS.filter((name) => names.includes(name))
  if (chosen.length + written.length > 0) {
    const changes: Record<string, unknown> = {}
    for (const name of written) changes[name] = validateField(name, fields[name])
    for (const name of chosen) changes[name] = await knownChoice(tx, { userId, field: name, given: fields[name] })
    await tx.query(updateProfile(userId, changes))
    await tx.query(refreshProfiles({ userIds: [userId] }))
  }
  return userId
}

interface GivenChoice {
  userId: number
  field: ChoiceName
  given: unknown
}

async function knownChoice(tx: Transaction, { userId, field, given }: GivenChoice): Promise<unknown> {
  const isList = PROFILE_FIELDS[field].kind === 'several'
  const ids = validateChoices(
    field,
    isList ? ((given as number[] | null) ?? []) : given === null ? [] : [given as number],
  )
  const { rows } = await tx.query<{ id: number }>(selectKnown[field]({ ids, userId }))
  if (rows.length < ids.length)
    refuse('unknown_choice', 'One of your choices is no longer available. Choose again from the list.', field)
  return isList ? ids : (ids[0] ?? null)
}

async function replaceQualifications(
  tx: Transaction,
  userId: number,
  given: readonly Qualification[],
): Promise<number> {
  const made = checkedQualifications(given)
  await tx.query(deleteQualifications({ userId, states: made.map(({ state }) => state) }))
  await tx.query(upsertQualifications({ userId, qualifications: JSON.stringify(made) }))
  return userId
}

export const profileActions = (pool: pg.Pool, bus: Bus): Actions => {
  const changed = ({ viewer, args }: Call<Given>) => transaction(pool, bus, (tx) => changeProfile(tx, viewer.id, args))
  return {
    updatePersonalProfile: ({ viewer, args }: Call<{ personal_fields: Given }>) =>
      transaction(pool, bus, (tx) => changeProfile(tx, viewer.id, args.personal_fields)),
    updateBasicInformation: changed,
    updateFinanceInformation: changed,
    updateGeneralInformation: changed,
    updateBio: changed,
    updateStatus: changed,
    updateBarQualifications: ({ viewer, args }: Call<{ bar_qualifications: Qualification[] }>) =>
      transaction(pool, bus, (tx) => replaceQualifications(tx, viewer.id, args.bar_qualifications)),
  }
}
