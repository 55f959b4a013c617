/** npm run drill -- NAME [FIGURES]: an exercise that prints its figures. Each is a script under tests/drills. */
import { spawnSync } from 'node:child_process'

const DRILLS: Readonly<Record<string, string>> = {
  clock: 'tests/drills/clock.ts',
  day: 'tests/drills/day.ts',
  disk: 'tests/drills/disk.ts',
  failover: 'tests/drills/failover.ts',
  'fan-out': 'tests/drills/fan-out.ts',
  kills: 'tests/drills/kills.ts',
  mail: 'tests/drills/mail.ts',
  mailbox: 'tests/drills/mailbox.ts',
  redis: 'tests/drills/redis.ts',
  replica: 'tests/drills/replica.ts',
  restore: 'tests/drills/restore.ts',
  streams: 'tests/drills/streams.ts',
  'two-servers': 'tests/drills/two-servers.ts',
  upgrade: 'tests/drills/upgrade.ts',
}

const [name = '', ...parameters] = process.argv.slice(2)
const script = Object.hasOwn(DRILLS, name) ? DRILLS[name] : undefined
if (!script) {
  console.error(`Usage: npm run drill -- ${Object.keys(DRILLS).join(' | ')}`)
  process.exit(1)
}
process.exit(spawnSync(process.execPath, [script, ...parameters], { stdio: 'inherit' }).status ?? 1)
