// The press desk keeps the last answers about jobs in this browser, so that it opens without a connection: the
// signed-in person, the lists of open jobs, the wall view, the jobs that were opened, and the notes for refusals. They
// end with the session, and after 12 hours. Where there is a connection, nothing is shown before the service has said
// that the session still belongs to this person.

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { del, get, set } from 'idb-keyval'
import { api, isTemporary, type ResponseBody, setExpectedUser } from '../../api.ts'
import { sessionKey } from '../session/session.ts'
import { store } from './store.ts'

const name = 'answers'
/** As long as a session lasts. */
const maxAgeMs = 12 * 3_600_000
/** Answers of a busy desk come many times a second. */
const writeEveryMs = 2_000
/** A connection that is this slow counts as none. */
const maxWaitMs = 4_000

type Session = ResponseBody<'/auth/session'>
type Kept = { userId: string; at: number; answers: [QueryKey, unknown][] }

/** Restores the answers, and keeps later answers. */
export async function restoreAnswers(queries: QueryClient): Promise<void> {
  // A list that is not on the screen is kept, too.
  for (const kind of ['jobs', 'job', 'wall', 'notes']) queries.setQueryDefaults(['press', kind], { gcTime: maxAgeMs })
  // Some private windows have no storage.
  const kept = await get<Kept>(name, store).catch(() => undefined)
  if (kept !== undefined) await restore(queries, kept)
  keepAnswers(queries)
}

async function restore(queries: QueryClient, { userId, at, answers }: Kept): Promise<void> {
  const session = Date.now() - at < maxAgeMs ? await readSession(userId) : null
  if (session === null) return forget()
  setExpectedUser(userId)
  // Old, so that each is fetched again as soon as it is shown.
  for (const [key, data] of answers) queries.setQueryData(key, data, { updatedAt: 0 })
  if (session !== 'unknown') queries.setQueryData(sessionKey, session)
}

/** Null if the session has ended or belongs to another person. */
async function readSession(userId: string): Promise<Session | 'unknown' | null> {
  if (!navigator.onLine) return 'unknown'
  try {
    const session = await api.GET('/auth/session', { signal: AbortSignal.timeout(maxWaitMs) })
    return session.userId === userId ? session : null
  } catch (error) {
    return isTemporary(error) ? 'unknown' : null
  }
}

const forget = () => del(name, store).catch(() => {})

function keepAnswers(queries: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    const session = queries.getQueryData<Session>(sessionKey)
    if (session === undefined) return
    const answers = queries
      .getQueriesData({ predicate: ({ queryKey }) => isKept(queryKey) })
      .filter(([, data]) => data !== undefined)
    const kept: Kept = { userId: session.userId, at: Date.now(), answers: [...answers] }
    void set(name, kept, store).catch(() => {})
  }
  queries.getQueryCache().subscribe(event => {
    const { queryKey } = event.query
    if (event.type === 'removed' && queryKey[0] === sessionKey[0]) {
      clearTimeout(timer)
      timer = undefined
      void forget()
    } else if (event.type === 'updated' && event.action.type === 'success' && isKept(queryKey)) {
      timer ??= setTimeout(write, writeEveryMs)
    }
  })
}

const keptKinds = ['jobs', 'asked', 'job', 'wall', 'notes']

/** Not what belongs to a job, such as the previews of its files. */
const isKept = ([area, kind, , ...more]: QueryKey): boolean =>
  area === sessionKey[0] || (area === 'press' && keptKinds.includes(String(kind)) && more.length === 0)
