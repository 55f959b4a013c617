/**
 * Makes the videos of the demo from database/seed/events/videos.ts: slides with the words of the session, encoded by the
 * browser of the tests. Run it when the texts change: node bin/run.mjs bin/demo-videos.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { demoVideos, type VideoSeed } from '#database/seed/events/videos.ts'
import { launchChromium } from '../tests/browser/kit/chromium.ts'

const FOLDER = 'database/seed/events/videos'
/** An encoder works in pages of secure origins only. */
const ORIGIN = 'https://videos.invalid'
const BYTES_AT_MOST = 75_000

interface Made {
  video: string
  poster: string
}

// Runs in the page as a whole, so that it cannot be divided.
// oxlint-disable-next-line max-lines-per-function
async function encode({ title, duration, chapters, cues }: VideoSeed): Promise<Made> {
  const [width, height, rate] = [640, 360, 1]
  const SCALE = 0.75
  const library = '/mediabunny.mjs'
  const { Output, WebMOutputFormat, BufferTarget, CanvasSource } = (await import(
    library
  )) as typeof import('mediabunny')
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: width * SCALE, height: height * SCALE })
  const context = canvas.getContext('2d')!
  context.scale(SCALE, SCALE)
  const wrapped = (text: string, most: number) => {
    const lines = ['']
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`.trim()
      if (context.measureText(longer).width > most) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    return lines
  }
  const draw = (at: number) => {
    const chapter = chapters.findLast(([begins]) => begins <= at)![1]
    const [, , line] = cues.findLast(([begins]) => begins <= at)!
    const speaker = cues.findLast(([begins, who]) => begins <= at && who)![1]!
    context.fillStyle = '#1d2427'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#273137'
    context.fillRect(32, 32, 400, 250)
    context.fillStyle = '#b8a36a'
    context.fillRect(48, 52, 2, 90)
    context.fillRect(53, 52, 2, 90)
    context.fillStyle = '#e8ecee'
    context.font = '24px serif'
    wrapped(chapter, 340).forEach((text, index) => context.fillText(text, 70, 72 + index * 30))
    context.fillStyle = '#aeb8bd'
    context.font = '15px serif'
    wrapped(line, 330).forEach((text, index) => context.fillText(text, 70, 150 + index * 22))
    context.fillStyle = '#cfd6e4'
    context.beginPath()
    context.arc(536, 140, 74, 0, 2 * Math.PI)
    context.fill()
    context.fillStyle = '#3d4d69'
    context.font = '56px serif'
    context.textAlign = 'center'
    context.fillText(speaker[0]!, 536, 160)
    context.fillStyle = '#aeb8bd'
    context.font = '15px sans-serif'
    context.fillText(speaker, 536, 240)
    context.textAlign = 'left'
    context.fillText(title, 32, 326)
  }
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new CanvasSource(canvas, { codec: 'vp9', bitrate: 8_000, keyFrameInterval: 20 })
  output.addVideoTrack(source, { frameRate: rate })
  await output.start()
  for (let frame = 0; frame < duration * rate; frame++) {
    draw(frame / rate)
    await source.add(frame / rate, 1 / rate)
  }
  await output.finalize()
  draw(cues[3]![0])
  const inBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return {
    video: inBase64(new Uint8Array(target.buffer!)),
    poster: canvas.toDataURL('image/webp', 0.6).split(',')[1]!,
  }
}

mkdirSync(FOLDER, { recursive: true })
const browser = await launchChromium()
try {
  const page = await browser.newPage()
  await page.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({
          contentType: 'text/javascript',
          body: readFileSync('node_modules/mediabunny/dist/bundles/mediabunny.min.mjs', 'utf8'),
        })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  )
  await page.goto(`${ORIGIN}/`)
  for (const video of demoVideos) {
    const made = await page.evaluate(encode, video)
    const bytes = Buffer.from(made.video, 'base64')
    if (bytes.length > BYTES_AT_MOST) throw new Error(`${video.name} has ${bytes.length} bytes.`)
    writeFileSync(path.join(FOLDER, `${video.name}.webm`), bytes)
    writeFileSync(path.join(FOLDER, `${video.name}.webp`), Buffer.from(made.poster, 'base64'))
    console.log(`${video.name}: ${bytes.length} bytes`)
  }
} finally {
  await browser.close()
}
