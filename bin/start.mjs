// npm start: prepares everything that a fresh clone needs, then starts the server.
import { hand, install } from './install.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Counterpart needs Node 20.19 or newer. You’re running Node ${process.versions.node}.`)
  process.exit(1)
}
install()
hand('bin/start.ts', process.argv.slice(2))
