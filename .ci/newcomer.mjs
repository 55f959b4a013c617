// Starts a fresh clone with npm start, signs in as a general counsel, reads the feed, and starts once more.
import { spawn } from 'node:child_process'

const FIRST_START_MS = 240_000
const PORT = process.env.NEWCOMER_PORT ?? '4390'
const origin = `http://localhost:${PORT}`

async function start(within) {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    env: { ...process.env, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ready = new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('is ready at') && resolve())
    child.on('exit', (code) => reject(new Error(`npm start ended with ${code} before it was ready.`)))
    setTimeout(() => reject(new Error(`npm start was not ready within ${within / 1000} seconds.`)), within).unref()
  })
  await ready
  console.log(`ready after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid, 'SIGTERM')
    await gone
  }
}

const cookies = new Map()
async function ask(path, { method = 'GET', body } = {}) {
  const answer = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body ? { 'content-type': 'application/json', 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '' } : {}),
    },
    body: body && JSON.stringify(body),
  })
  for (const cookie of answer.headers.getSetCookie()) {
    const [name, value] = cookie.split(';', 1)[0].split(/=(.*)/s)
    cookies.set(name, value)
  }
  return { status: answer.status, text: await answer.text() }
}
async function within(time, isSo) {
  for (const until = performance.now() + time; performance.now() < until;) {
    if (await isSo()) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
function expect(what, isSo) {
  if (!isSo) throw new Error(`In a fresh clone, ${what} failed.`)
  console.log(`${what}: yes`)
}

let stop = await start(FIRST_START_MS)
try {
  // Pages are served before background jobs start.
  expect('readyz', await within(10_000, async () => (await ask('/readyz')).status === 200))
  expect('the page offers the demo accounts', (await ask('/auth/login')).text.includes('General counsel'))
  expect(
    'signing in',
    (
      await ask('/api/auth/login', {
        method: 'POST',
        body: { email: 'member@legal.test', password: 'counterpart-demo-2026' },
      })
    ).status === 200,
  )
  expect('a living feed', (await ask('/feed')).text.split('<h3').length > 5)
  const { text } = await ask('/api/graphql/threads', { method: 'POST', body: { variables: {} } })
  expect('threads by name', JSON.parse(text).data.threads.items.length === 25)
} finally {
  await stop()
}
stop = await start(15_000)
await stop()
