// npm start: everything that a fresh clone needs, then the server.
import { hand, install } from './ready.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Counterpart needs Node 20.19 or newer to start; this is Node ${process.versions.node}.`)
  process.exit(1)
}
install()
hand('bin/start.ts', process.argv.slice(2))
