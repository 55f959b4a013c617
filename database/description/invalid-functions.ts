import type pg from 'pg'

/**
 * Finds SQL functions that no longer match their tables. PostgreSQL checks a body only when the function is created, so
 * a new column breaks any function that returns rows of that table at its next call. This recreates each function and
 * rolls it back.
 */
export async function invalidFunctions(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'sql'
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  const invalid: string[] = []
  for (const { name, definition } of rows) {
    await client.query('savepoint body')
    try {
      await client.query(definition)
    } catch (error) {
      invalid.push(`${name}: ${(error as Error).message}`)
    }
    await client.query('rollback to savepoint body')
  }
  return invalid
}
