/** Builds what is stale and starts the server. `npm start` runs it through start.mjs. */
import { buildStale, builtServer } from './build.ts'

const announce = () =>
  console.log('Building the web app and the server. This happens once per version and takes a few seconds.')
if (!buildStale(undefined, announce)) {
  console.error('The web app and the server couldn’t be built. See the errors above.')
  process.exit(1)
}
const { start } = await builtServer()
await start(process.env)
