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
    const values = personal.map((name) => validateField(name, fields[name]))
    await tx.query(updatePerson(personal), [userId, ...values])
    if (['city', 'state', 'country'].some((name) => names.includes(name)))
      await tx.query({ ...placePerson, values: [userId] })
  }
  const chosen = PROFILE_CHOICES.filter((name) => names.includes(name))
  const written = PROFILE_TEXT_COLUMNS.filter((name) => names.includes(name))
  if (chosen.length + written.length > 0) {
    const values: unknown[] = written.map((name) => validateField(name, fields[name]))
    for (const name of chosen) values.push(await knownChoice(tx, name, fields[name]))
    await tx.query(updateProfile([...written, ...chosen.map((name) => PROFILE_FIELDS[name].column)]), [
      userId,
      ...values,
    ])
    await tx.query({ ...refreshProfiles, values: [[userId]] })
  }
  return userId
}

async function knownChoice(tx: Transaction, field: ChoiceName, given: unknown): Promise<unknown> {
  const isList = PROFILE_FIELDS[field].kind === 'several'
  const ids = validateChoices(
    field,
    isList ? ((given as number[] | null) ?? []) : given === null ? [] : [given as number],
  )
  const { rows } = await tx.query<{ id: number }>({ ...selectKnown(field), values: [ids] })
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
  await tx.query({ ...deleteQualifications, values: [userId, made.map(({ state }) => state)] })
  await tx.query({ ...upsertQualifications, values: [userId, JSON.stringify(made)] })
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
