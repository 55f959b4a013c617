// node bin/run.mjs bin/NAME.ts …: runs one of our scripts under Node 24.
import { hand, install } from './install.mjs'

const [script, ...parameters] = process.argv.slice(2)
install()
hand(script, parameters)
