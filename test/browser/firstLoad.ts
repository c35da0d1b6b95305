// What a browser asks for until the first screen of an area is there, with nothing kept from before.

import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { World } from '../support/world.ts'
import type { Stage } from './stage.ts'

type Start = {
  path: string
  /** A text of the screen. */
  ready: string
  who: { email: string; password: string } | null
  maxRequests: number
  maxScriptBytes: number
}
/** Bytes of JavaScript are compressed by gzip. */
type FirstLoad = { requests: number; scripts: number; scriptBytes: number }

const maxRequests = 30
const maxScriptBytes = 250_000

export function firstLoads({ charged, demo }: World): Start[] {
  const areas = [
    { path: '/dashboard', ready: 'Orders by day', who: charged.user },
    { path: '/staff', ready: 'Overdue orders', who: demo.staff },
    { path: '/press', ready: 'Jobs', who: demo.printer },
  ]
  return [
    ...areas.map(area => ({ ...area, maxRequests, maxScriptBytes })),
    ...areas.map(({ path }) => ({ path, ready: 'Sign in', who: null, maxRequests, maxScriptBytes })),
    // A list is the first screen of whoever has bookmarked it.
    {
      path: '/dashboard/sandbox/orders',
      ready: 'Place order',
      who: charged.user,
      maxRequests: 38,
      maxScriptBytes: 320_000,
    },
    { path: '/staff/orders', ready: 'Due today', who: demo.staff, maxRequests: 48, maxScriptBytes: 320_000 },
    { path: '/docs', ready: 'Quickstart', who: null, maxRequests: 6, maxScriptBytes: 6000 },
  ]
}

export async function firstLoad(stage: Stage, { path, ready, who }: Start): Promise<FirstLoad> {
  const page = who === null ? await stage.open() : await stage.openAs(who, '/dashboard/sign-in')
  await page.goto('about:blank') // what the page before still asks for is none of it
  let requests = 0
  const scripts = new Set<string>()
  page.on('request', request => {
    requests++
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.goto(path)
  await page.getByText(ready).first().waitFor()
  await page.waitForLoadState('load')
  await page.context().close()
  const scriptBytes = [...scripts].reduce((sum, script) => sum + gzippedBytes(script), 0)
  return { requests, scripts: scripts.size, scriptBytes }
}

const gzippedBytes = (path: string): number =>
  gzipSync(readFileSync(new URL(`../../web/dist${path}`, import.meta.url)), { level: 9 }).length
