/** Builds the web if it is stale and starts the server. `npm start` runs it through start.mjs. */
import { spawnSync } from 'node:child_process'
import { StartError } from '#server/config.ts'
import { main } from '#server/main.ts'
import { isStale } from './build.ts'

try {
  if (isStale()) {
    console.log('Building the web app. This happens once per version and takes a few seconds.')
    // In a separate process, so that its memory is freed afterwards.
    if (spawnSync(process.execPath, ['bin/build.ts'], { stdio: 'inherit' }).status !== 0)
      throw new StartError('The web app couldn’t be built. See the errors above.')
  }
  await main(process.env)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
