// Which pictures of covers are loaded now: the covers in the reader's sight, a few at a time. Rows that are scrolled
// past ask for nothing, so a list of thousands starts no more drawing than the screen shows.

/** Each may need a process of the service, and other requests of the page need connections. */
const maxLoading = 4
/** Rows that are only scrolled past leave the screen earlier. */
const restMs = 150
/** The service may have been busy. */
const retryMs = 30_000

type Waiting = { url: string; done: (isLoaded: boolean) => void }

const loaded = new Set<string>()
const failedAt = new Map<string, number>()
const waiting = new Set<Waiting>()
const loading = new Map<Waiting, HTMLImageElement>()

/** True if the browser has the picture. */
export const isLoaded = (url: string): boolean => loaded.has(url)

/** Calls `done` when the picture can be shown or cannot be loaded. Returns a function that withdraws the request. */
export function loadCover(url: string, done: Waiting['done']): () => void {
  const request = { url, done }
  const timer = setTimeout(() => {
    waiting.add(request)
    startNext()
  }, restMs)
  return () => {
    clearTimeout(timer)
    waiting.delete(request)
    const image = loading.get(request)
    if (image === undefined) return
    loading.delete(request)
    image.removeAttribute('src') // the browser closes the request, and the service does not draw for it
    startNext()
  }
}

function startNext(): void {
  for (const request of waiting) {
    if (loading.size >= maxLoading) return
    waiting.delete(request)
    start(request)
  }
}

function start(request: Waiting): void {
  const { url, done } = request
  const hasFailed = performance.now() - (failedAt.get(url) ?? Number.NEGATIVE_INFINITY) < retryMs
  if (loaded.has(url) || hasFailed) {
    done(!hasFailed)
    return
  }
  const image = new Image()
  const end = (isThere: boolean) => {
    if (!loading.delete(request)) return
    if (isThere) loaded.add(url)
    else failedAt.set(url, performance.now())
    done(isThere)
    startNext()
  }
  loading.set(request, image)
  image.onload = () => end(true)
  image.onerror = () => end(false)
  image.fetchPriority = 'low'
  image.src = url
}
