import { launchChromium } from './browser/kit/chromium.ts'
const [, , base, out, who, ...paths] = process.argv
const browser = await launchChromium()
for (const scheme of ['light', 'dark'] as const)
  for (const width of [1440, 820, 390]) {
    if (scheme === 'dark' && width === 820) continue
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
    const page = await context.newPage()
    if (who !== '-') {
      await page.goto(`${base}/auth/login`)
      await page.getByLabel('Email').first().fill(who!)
      await page.getByLabel('Password', { exact: true }).fill('counterpart-demo-2026')
      await page.getByRole('button', { name: /sign in/i }).first().click()
      await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
    }
    for (const [at, path] of paths.entries()) {
      await page.goto(`${base}${path!.split('#')[0]}`)
      await page.waitForTimeout(900)
      const click = path!.split('#')[1]
      if (click) {
        for (const each of click.split('|')) {
          const [name, text] = each.split('=')
          if (text) await page.getByLabel(name!).first().fill(text)
          else await page.getByRole('button', { name: name! }).first().click()
          await page.waitForTimeout(500)
        }
      }
      await page.screenshot({ path: `${out}/${at}-${width}-${scheme}.png` })
    }
    await context.close()
  }
await browser.close()
