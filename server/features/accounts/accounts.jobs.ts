/** Sweeps what has expired and keeps the counts of members. */
import type pg from 'pg'
import { deleteExpired } from './accounts.sql.ts'

export const accountJobs = {
  'accounts:sweep': async (pool: pg.Pool) => void (await pool.query(deleteExpired)),
  'accounts:count-members': async (pool: pg.Pool) => void (await pool.query('select refresh_member_counts()')),
}
