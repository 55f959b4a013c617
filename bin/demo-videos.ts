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
/** Of a longer one, for each second. */
const BYTES_A_SECOND = 400

interface Made {
  video: string
  poster: string
}

const [WIDTH, HEIGHT] = [640, 360]

/** Draws the slide of a second. Runs in the page, like `encode`, which calls it there by this name. */
function drawSlide(context: CanvasRenderingContext2D, { title, chapters, cues }: VideoSeed, at: number): void {
  const write = (text: string, { font, color, x, y }: { font: string; color: string; x: number; y: number }) => {
    context.font = font
    context.fillStyle = color
    context.fillText(text, x, y)
  }
  const paragraph = (text: string, most: number, line: number, how: Parameters<typeof write>[1]) => {
    context.font = how.font
    const lines = ['']
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`.trim()
      if (context.measureText(longer).width > most) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    lines.forEach((words, index) => write(words, { ...how, y: how.y + index * line }))
  }
  const box = (color: string, ...[x, y, width, height]: [number, number, number, number]) => {
    context.fillStyle = color
    context.fillRect(x, y, width, height)
  }
  const speaker = cues.findLast(([begins, who]) => begins <= at && who)![1]!
  box('#1d2427', 0, 0, 640, 360)
  box('#273137', 32, 32, 400, 250)
  box('#b8a36a', 48, 52, 2, 90)
  box('#b8a36a', 53, 52, 2, 90)
  const chapter = chapters.findLast(([begins]) => begins <= at)![1]
  paragraph(chapter, 340, 30, { font: '24px serif', color: '#e8ecee', x: 70, y: 72 })
  const said = cues.findLast(([begins]) => begins <= at)![2]
  paragraph(said, 330, 22, { font: '15px serif', color: '#aeb8bd', x: 70, y: 150 })
  context.fillStyle = '#cfd6e4'
  context.beginPath()
  context.arc(536, 140, 74, 0, 2 * Math.PI)
  context.fill()
  context.textAlign = 'center'
  write(speaker[0]!, { font: '56px serif', color: '#3d4d69', x: 536, y: 160 })
  write(speaker, { font: '15px sans-serif', color: '#aeb8bd', x: 536, y: 240 })
  context.textAlign = 'left'
  write(title, { font: '15px sans-serif', color: '#aeb8bd', x: 32, y: 326 })
}

async function encode({ video, size: [width, height] }: { video: VideoSeed; size: number[] }): Promise<Made> {
  const scale = 0.75
  // Slides of long videos change every twenty seconds.
  const [seconds, bitrate, keyFrameInterval] = video.duration > 120 ? [5, 2_000, 120] : [1, 8_000, 20]
  const library = '/mediabunny.mjs'
  const { Output, WebMOutputFormat, BufferTarget, CanvasSource } = (await import(
    library
  )) as typeof import('mediabunny')
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: width! * scale, height: height! * scale })
  const context = canvas.getContext('2d')!
  context.scale(scale, scale)
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new CanvasSource(canvas, { codec: 'vp9', bitrate, keyFrameInterval })
  output.addVideoTrack(source, { frameRate: 1 / seconds })
  await output.start()
  for (let at = 0; at < video.duration; at += seconds) {
    drawSlide(context, video, at)
    await source.add(at, seconds)
  }
  await output.finalize()
  drawSlide(context, video, video.cues[3]![0])
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
  await page.evaluate(`globalThis.drawSlide = ${drawSlide}`)
  for (const video of demoVideos) {
    const made = await page.evaluate(encode, { video, size: [WIDTH, HEIGHT] })
    const bytes = Buffer.from(made.video, 'base64')
    if (bytes.length > Math.max(BYTES_AT_MOST, video.duration * BYTES_A_SECOND))
      throw new Error(`${video.name} has ${bytes.length} bytes.`)
    writeFileSync(path.join(FOLDER, `${video.name}.webm`), bytes)
    writeFileSync(path.join(FOLDER, `${video.name}.webp`), Buffer.from(made.poster, 'base64'))
    console.log(`${video.name}: ${bytes.length} bytes`)
  }
} finally {
  await browser.close()
}
