// The service worker of the press desk: it keeps the files of the screens, so that the desk opens without a connection.
// It keeps nothing that the service answers about jobs or people. The build writes the names of the files into it
// (pressFiles.ts), so each build is another worker, which replaces the one before at once.

export {}

declare const __PRESS_FILES__: string[]
const files = __PRESS_FILES__

type Lasting = { waitUntil(work: Promise<unknown>): void }
type Fetching = Lasting & { request: Request; respondWith(answer: Promise<Response>): void }
type WorkerScope = {
  addEventListener(name: 'install' | 'activate', listen: (event: Lasting) => void): void
  addEventListener(name: 'fetch', listen: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
const worker = globalThis as unknown as WorkerScope

const cacheName = 'press-desk'
/** The page is the same at every address of the desk. */
const page = '/press'
/** A connection that is this slow counts as none: the kept page opens. */
const maxWaitMs = 5_000

worker.addEventListener('install', event => event.waitUntil(install()))
worker.addEventListener('activate', event => event.waitUntil(activate()))
worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isScreen(pathname)) event.respondWith(openPage(event))
  } else if (pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request))
  else if (pathname.startsWith('/brand/')) event.respondWith(fetchedOrKept(request))
})

/** Files are downloaded from addresses of the desk, too. */
const isScreen = (path: string) => /^\/press(\/[^.]*)?$/.test(path) && !/\/(files|slips|export)(\/|$)/.test(path)

/** The names of the files change with their content, so those of the build before need not be fetched again. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  const kept = new Set((await cache.keys()).map(pathOf))
  await cache.addAll(files.filter(file => !kept.has(file)))
  await keepPage(await fetch(page, { headers: { accept: 'text/html' } }))
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const request of await cache.keys()) {
    const path = pathOf(request)
    if (path.startsWith('/assets/') && !files.includes(path)) await cache.delete(request)
  }
  await worker.clients.claim()
}

const pathOf = ({ url }: Request) => new URL(url).pathname

/** The newest page, with the brand and the language of its reader; the kept page if the service cannot be reached. */
async function openPage(event: Fetching): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(page, { ignoreVary: true })
  const fetched = fetch(event.request)
  if (kept === undefined) return fetched
  const slow = new Promise<null>(resolve => setTimeout(resolve, maxWaitMs, null))
  const answer = await Promise.race([fetched, slow]).catch(() => null)
  if (answer === null || answer.status >= 500) return kept
  event.waitUntil(keepPage(answer.clone()))
  return answer
}

/** Only with all its files: after a deployment the page of another build comes before the worker of that build. */
async function keepPage(answer: Response): Promise<void> {
  if (!answer.ok || answer.redirected) return
  const cache = await caches.open(cacheName)
  const html = await answer.clone().text()
  const needed = Array.from(html.matchAll(/ (?:src|href)="(\/assets\/[^"]+)"/g), ([, file = '']) => file)
  const isWhole = (await Promise.all(needed.map(file => cache.match(file)))).every(file => file !== undefined)
  if (isWhole) await cache.put(page, answer)
}

async function keptOrFetched(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function fetchedOrKept(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true })
    if (kept === undefined) throw error
    return kept
  }
}
