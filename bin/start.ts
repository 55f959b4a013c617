/** Builds what is stale and starts the server. `npm start` runs it through start.mjs. */
import { builtServer, buildParts, staleParts } from './build.ts'

const stale = staleParts()
if (stale.length > 0) {
  console.log('Building the web app and the server. This happens once per version and takes a few seconds.')
  if (!buildParts(stale)) {
    console.error('They couldn’t be built. See the errors above.')
    process.exit(1)
  }
}
const { start } = await builtServer()
await start(process.env)
