import type { StaffRole } from '#shared/staff-roles.ts'
import type { Client } from './client.ts'
import type { TestServer } from './test-server.ts'

let made = 0

interface Held {
  role: StaffRole
  /** Left out: all networks. */
  network?: number
}

/** A member of staff, of no network, with one role and a session. */
export async function newStaff(testServer: TestServer, { role, network }: Held): Promise<Client> {
  made += 1
  const [person] = await testServer.sql<{ id: number }>(
    `insert into users (first_name, last_name, email, current_state, registered, on_boarding_complete)
     values ('Edda', 'Lund ' || $1, 'edda-' || $1 || '@counterpart.test', 'full access', true, true) returning id`,
    [`${role}-${made}`],
  )
  await testServer.sql('insert into staff_grants (user_id, role, network_id) values ($1, $2, $3)', [
    person!.id,
    role,
    network ?? null,
  ])
  return testServer.memberById(person!.id)
}
