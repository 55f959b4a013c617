/** `npm run check [step …]`: the checks that must pass before a commit, one line per step. */
import { spawnSync } from 'node:child_process'

const bin = (name: string) => `node_modules/.bin/${name}`
const node = process.execPath
const STEPS: [name: string, command: string, parameters: string[]][] = [
  ['format', node, [bin('oxfmt'), '--list-different', '.']],
  ['lint', node, [bin('oxlint'), '--quiet']],
  ['types', node, [bin('tsc'), '--noEmit', '-p', '.']],
  ['generated', node, ['bin/generate.ts', '--check']],
  ['architecture', node, ['--disable-warning=ExperimentalWarning', 'bin/test.ts', 'architecture']],
]

const wanted = process.argv.slice(2)
let failures = 0
for (const [name, command, parameters] of STEPS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const began = performance.now()
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8' })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'failed'} ${name} (${seconds} s)`)
  if (status === 0) continue
  failures += 1
  const lines = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.split('\n')
  console.log(lines.filter((line) => line.trim() !== '' && !line.includes('✓')).join('\n'))
}
process.exit(failures > 0 ? 1 : 0)
