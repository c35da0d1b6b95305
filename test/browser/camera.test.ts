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
import { also } from '../support/form.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

const film = join(tmpdir(), `octavo-camera-${process.pid}.y4m`)
const label = '1Z999AA10123456784'

const width = 1280
const height = 320
const framesPerSecond = 10

type Symbol = { sbs: number[] } | { pixs: number[]; pixx: number }

/** The rows of black modules: a ticket has a Data Matrix code, a label a code of one row. */
function rowsOf(text: string): boolean[][] {
  const [symbol] = bwip.raw({ bcid: text.startsWith('job_') ? 'datamatrix' : 'code128', text }) as Symbol[]
  if ('sbs' in symbol!) return [symbol.sbs.flatMap((modules, i) => Array<boolean>(modules).fill(i % 2 === 0))]
  const { pixs, pixx } = symbol!
  const modules = pixs.map(pixel => pixel === 1)
  return Array.from({ length: modules.length / pixx }, (_, row) => modules.slice(row * pixx, (row + 1) * pixx))
}

/** Black on white; null is a picture without a code. */
function pictureOf(text: string | null): Buffer {
  const light = Buffer.alloc(width * height, 235)
  const rows = text === null ? [] : rowsOf(text)
  const scale = Math.min((width - 100) / (rows[0]?.length ?? 1), rows.length > 1 ? (height - 40) / rows.length : width)
  const side = Math.floor(scale)
  const rowHeight = rows.length > 1 ? side : height - 120
  const left = Math.floor((width - side * (rows[0]?.length ?? 0)) / 2)
  const top = Math.floor((height - rowHeight * rows.length) / 2)
  for (let y = top; y < top + rowHeight * rows.length; y++)
    for (const [column, isBlack] of rows[Math.floor((y - top) / rowHeight)]!.entries()) {
      const x = y * width + left + column * side
      if (isBlack) light.fill(16, x, x + side)
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

  also('the camera at the list of jobs opens the job of a ticket, and goes off with the list', async () => {
    writeFilm([{ text: `${jobId}-1`, seconds: 2 }])
    const page = await stage.openAs(stage.world.demo.printer, '/press/you', phone)
    await watchCameras(page)
    await page.goto('/press/jobs')
    await openCamera(page)
    await page.waitForURL(`**/press/jobs/${jobId}`)
    await waitForValue(() => cameras(page), ['ended'])
    await page.context().close()
  })

  also('the desk says so when the camera is not allowed', async () => {
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
