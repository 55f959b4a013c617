import { launchChromium } from '../tests/browser/kit/chromium.ts'
const [who, ...paths] = process.argv.slice(2)
const sizes = (process.env.SIZES ?? '1440').split(',').map(Number)
const scheme = (process.env.SCHEME ?? 'light') as 'light'|'dark'
const b = await launchChromium()
for (const w of sizes) {
  const c = await b.newContext({ viewport: { width: w, height: w < 500 ? 844 : 1000 }, colorScheme: scheme, locale: 'en-US' })
  const p = await c.newPage()
  p.on('console', (m) => { if (m.type() === 'error' || m.type()==='warning') console.log('console', m.text().slice(0, 300)) })
  p.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 300)))
  await p.goto('http://127.0.0.1:4777/auth/login')
  await p.getByLabel('Email').first().fill(who)
  await p.getByLabel('Password', { exact: true }).fill('counterpart-demo-2026')
  await p.getByRole('button', { name: /^Sign in/ }).first().click()
  await p.waitForURL((u) => !u.pathname.startsWith('/auth'))
  for (const [i, path] of paths.entries()) {
    await p.goto('http://127.0.0.1:4777' + path)
    await p.waitForTimeout(1500)
    const wide = await p.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    console.log(w, path, wide ? 'TOO WIDE' : '', await p.title())
    await p.screenshot({ path: `/tmp/evshots/${w}-${scheme}-${i}.png`, fullPage: false })
  }
  await c.close()
}
await b.close()
