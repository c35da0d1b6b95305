// A world with a browser: the service listens, its clock is manual, and pages are opened in a real Chromium.

import type { BrowserContext, Page } from 'playwright-core'
import { freePort } from '../support/ports.ts'
import { startWorld, type World, type WorldOptions } from '../support/world.ts'
import { openBrowser } from './chromium.ts'
import { maxWaitMs } from './waitForValue.ts'

type StageOptions = WorldOptions & { host?: '127.0.0.1' | 'localhost'; browserFlags?: string[] }
type Look = { width?: number; height?: number; scheme?: 'light' | 'dark'; locale?: string }

export type Stage = AsyncDisposable & {
  world: World
  url: string
  /** A page in a context of its own, whose time is the world's. What it complains of is kept in `complaints`. */
  open(look?: Look): Promise<Page>
  /** The same, signed in. */
  openAs(person: { email: string; password: string }, path: string, look?: Look): Promise<Page>
  /** Errors in consoles, uncaught exceptions, violations of the policy, and requests to other hosts. */
  complaints: string[]
}

/** `host` is the name that the browser knows the service by, and the service itself: passkeys are for names only. */
export async function startStage({
  host = '127.0.0.1',
  browserFlags = [],
  ...options
}: StageOptions = {}): Promise<Stage> {
  const port = await freePort()
  const url = `http://${host}:${port}`
  const world = await startWorld({ ...options, config: { publicUrl: url, ...options.config } })
  await world.app.server.listen({ host: '127.0.0.1', port })
  const browser = await openBrowser(browserFlags)
  const complaints: string[] = []
  const sessions = new Map<string, string>()

  async function context({
    width = 1440,
    height = 900,
    scheme = 'light',
    locale = 'en-US',
  }: Look): Promise<BrowserContext> {
    const made = await browser.newContext({
      baseURL: url,
      viewport: { width, height },
      colorScheme: scheme,
      locale,
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    })
    made.setDefaultTimeout(maxWaitMs)
    return made
  }

  async function pageIn(made: BrowserContext): Promise<Page> {
    const page = await made.newPage()
    await page.clock.setFixedTime(world.now())
    page.on('pageerror', error => complaints.push(`uncaught: ${error.message}`))
    page.on('console', message => {
      // That a refusal was refused is told by the browser too, and is no fault of the page.
      const isRefusal = /the server responded with a status of 4\d\d/.test(message.text())
      // The frozen clock is a script, which a sandboxed frame does not let in.
      const isClock = /^Blocked script execution in '[^']*\/mails\/samples\//.test(message.text())
      if (message.type() === 'error' && !isRefusal && !isClock) complaints.push(`console: ${message.text()}`)
    })
    page.on('request', request => {
      if (!request.url().startsWith(url) && !/^(data|blob|about):/.test(request.url())) {
        complaints.push(`another host: ${request.url()}`)
      }
    })
    return page
  }

  return {
    world,
    url,
    complaints,
    open: async (look = {}) => pageIn(await context(look)),
    async openAs(person, path, look = {}) {
      const made = await context(look)
      // One session each: signing in is limited by address and by email address.
      if (!sessions.has(person.email)) sessions.set(person.email, await world.signIn(person))
      const cookie = sessions.get(person.email)!
      await made.addCookies(
        cookie.split('; ').map(pair => {
          const [name = '', ...value] = pair.split('=')
          return { name, value: value.join('='), url }
        }),
      )
      const page = await pageIn(made)
      await page.goto(path)
      return page
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await world[Symbol.asyncDispose]()
    },
  }
}
