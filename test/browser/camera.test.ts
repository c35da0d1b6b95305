// Scanning by camera at the press: a real browser whose camera shows a film of a job ticket and of a parcel label.

import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import bwip from 'bwip-js/node'
import type { Page } from 'playwright-core'
import { day } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

const film = join(tmpdir(), `octavo-camera-${process.pid}.y4m`)
const label = '1Z999AA10123456784'

const width = 1280
const height = 320
const framesPerSecond = 10

/** Black on white, as the ticket has it; null is a picture without a barcode. */
function pictureOf(text: string | null): Buffer {
  const light = Buffer.alloc(width * height, 235)
  if (text !== null) {
    const [symbol] = bwip.raw({ bcid: 'code128', text }) as { sbs: number[] }[]
    const bars = symbol!.sbs
    const modules = bars.reduce((sum, bar) => sum + bar, 0)
    const scale = Math.floor((width - 100) / modules)
    let x = Math.floor((width - modules * scale) / 2)
    for (const [i, bar] of bars.entries()) {
      const end = x + bar * scale
      if (i % 2 === 0) for (let y = 60; y < height - 60; y++) light.fill(16, y * width + x, y * width + end)
      x = end
    }
  }
  return Buffer.concat([light, Buffer.alloc((width * height) / 2, 128)])
}

/** Shown again and again. */
function writeFilm(scenes: { text: string | null; seconds: number }[]) {
  const frames = scenes.flatMap(({ text, seconds }) => {
    const picture = pictureOf(text)
    return Array.from({ length: seconds * framesPerSecond }, () => [Buffer.from('FRAME\n'), picture]).flat()
  })
  writeFileSync(
    film,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`), ...frames]),
  )
}

let stage: Stage
let jobId = ''
before(async () => {
  stage = await startStage({
    browserFlags: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  const { world } = stage
  await program(world, world.charged, 'production').place('by-camera')
  await world.settle()
  await world.advance(day)
  await press(world).tell('by-camera', 'accept')
  ;({ jobId } = await press(world).jobOf('by-camera'))
})
after(async () => {
  await stage[Symbol.asyncDispose]()
  rmSync(film, { force: true })
})

const phone = { width: 390, height: 844 }
const openCamera = (page: Page) => page.getByRole('button', { name: 'Scan by camera' }).click()

/** Keeps what the page has of cameras, so that a test can ask whether they are off. */
const watchCameras = (page: Page) =>
  page.addInitScript(`
    globalThis.tracks = []
    globalThis.taps = 0
    navigator.vibrate = () => { globalThis.taps++; return true }
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async wanted => {
      const stream = await open(wanted)
      globalThis.tracks.push(...stream.getTracks())
      return stream
    }`)
const cameras = (page: Page) => page.evaluate<string[]>('globalThis.tracks.map(track => track.readyState)')

describe('scanning by camera', () => {
  it('a phone at the press ships a job by its camera: the ticket, its label and the ticket again, each read once', async () => {
    const { world } = stage
    // The ticket is shown twice in a row, then the label; then the film begins again.
    const gap = { text: null, seconds: 3 }
    writeFilm([{ text: jobId, seconds: 2 }, gap, { text: jobId, seconds: 2 }, gap, { text: label, seconds: 2 }, gap])
    const page = await stage.openAs(world.demo.printer, '/press/you', phone)
    await watchCameras(page)
    await page.goto('/press/ship')
    await openCamera(page)
    await page.getByRole('heading', { name: 'by-camera' }).waitFor()
    const wrong = page.getByText('Scan the label of its parcel.')
    await page.getByRole('list', { name: 'Parcels' }).getByText(label).waitFor()
    assert.equal(await wrong.count(), 0)
    await page.getByText('by-camera ships in 1 parcel').waitFor()
    assert.equal(await page.evaluate('globalThis.taps'), 3)
    assert.deepEqual(await cameras(page), ['live'])
    await page.getByRole('button', { name: 'Close the camera' }).click()
    await waitForValue(() => cameras(page), ['ended'])
    await page.getByRole('region', { name: 'Camera' }).waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('the camera at the list of jobs opens the job of a ticket, and goes off with the list', async () => {
    writeFilm([{ text: `${jobId}-1`, seconds: 2 }])
    const page = await stage.openAs(stage.world.demo.printer, '/press/you', phone)
    await watchCameras(page)
    await page.goto('/press/jobs')
    await openCamera(page)
    await page.waitForURL(`**/press/jobs/${jobId}`)
    await waitForValue(() => cameras(page), ['ended'])
    await page.context().close()
  })

  it('the desk says so when the camera is not allowed', async () => {
    const page = await stage.openAs(stage.world.demo.printer, '/press/you', phone)
    await page.addInitScript(`
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))`)
    await page.goto('/press/ship')
    await openCamera(page)
    await page.getByRole('alert').getByText('The camera is not allowed.').waitFor()
    await page.context().close()
  })

  it('only the press may ask for the camera, and scanning causes no uncaught error or violation of the policy', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${stage.url}${path}`, { headers: { accept: 'text/html' } })).headers
    for (const area of ['dashboard', 'staff']) {
      const headers = await policyOf(`/${area}`)
      assert.match(headers.get('permissions-policy') ?? '', /^camera=\(\),/)
      assert.doesNotMatch(headers.get('content-security-policy') ?? '', /wasm/)
    }
    const headers = await policyOf('/press')
    assert.match(headers.get('permissions-policy') ?? '', /^camera=\(self\),/)
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self' 'wasm-unsafe-eval';/)
    assert.deepEqual(stage.complaints, [])
  })
})
