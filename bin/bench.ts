/**
 * npm run bench -- NAME: prints the results of one benchmark as JSON; without a name, of all of them. `--check` only
 * compares: the responses of feed and thread with those of the limit, and the pages that reads need on two sizes.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const names = readdirSync('bench')
  .filter((file) => file.endsWith('.ts') && readFileSync(`bench/${file}`, 'utf8').startsWith('/** npm run bench'))
  .map((file) => file.slice(0, -3))
const [flags, asked] = [true, false].map((isFlag) =>
  process.argv.slice(2).filter((word) => word.startsWith('--') === isFlag),
) as [string[], string[]]
const unknown = asked.find((name) => !names.includes(name))
if (unknown !== undefined) {
  console.error(`Unknown benchmark: ${unknown}. Available: ${names.join(', ')}.`)
  process.exit(1)
}
for (const name of asked.length > 0 ? asked : names) {
  const { status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `bench/${name}.ts`, ...flags],
    {
      stdio: 'inherit',
    },
  )
  if (status !== 0) process.exit(status ?? 1)
}
