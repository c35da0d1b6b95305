// Acts of people at a press on jobs are written into a queue in this browser before they are sent, so no act is lost
// without a connection, by a reload or with a closed tab. An act has its idempotency key from the beginning, and one
// tab sends at a time, in the order of the acts: an act whose answer was lost is sent again, and counts once. An act
// that the service refuses stays in the queue until a person has read why. The service has the last word about every
// act.

import { get, update } from 'idb-keyval'
import { ApiProblem, api, isAnotherPerson, isSignedOut, isTemporary, newRequestKey } from '../../api.ts'
import type { Problem, paths } from '../../apiTypes.ts'
import { jobsOnHold, nextAct } from './sendOrder.ts'
import { store } from './store.ts'

const name = 'acts'
/** A connection that is this slow counts as none. The act may have arrived; it is sent again under the same key. */
const maxWaitMs = 15_000

type Kind = 'accept' | 'refuse' | 'printed' | 'delay' | 'packages' | 'ship' | 'cancellation' | 'change' | 'problem'
type Path<K extends Kind> = `/press/jobs/{jobId}/${K}`
type Body<K extends Kind> = NonNullable<paths[Path<K>]['post']['requestBody']>['content']['application/json']

/** The act, and its details as the press API takes them. */
export type Act = { [K in Kind]: { kind: K; body: Body<K> } }[Kind]
export type ActedJob = { jobId: string; customerOrderId: string; orderTitle?: string | undefined }

/** `problem` is why the service refused it. It is sent at `sendAt`, or at once. */
export type QueuedAct = ActedJob &
  Act & { key: string; by: Person; at: number; sendAt?: number; problem: Partial<Problem> | null }

type Person = { userId: string; name: string }

let person: Person | null = null
let acts: readonly QueuedAct[] = []
/** Without the acts whose first attempt somebody waits for. */
let shown: readonly QueuedAct[] = []
const beingTried = new Set<string>()
/** Whether the last attempt reached the service. */
let isReached = true

const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('octavo-press-acts')
otherTabs.addEventListener('message', () => void load())

function show(): void {
  shown = acts.filter(({ key }) => !beingTried.has(key))
  for (const listen of listeners) listen()
}

async function load(): Promise<void> {
  // Some private windows have no storage, and so no queue.
  acts = (await get<QueuedAct[]>(name, store).catch(() => undefined)) ?? []
  show()
}

/** In one transaction, because other tabs change the queue, too. */
async function change(changed: (all: QueuedAct[]) => QueuedAct[]): Promise<void> {
  await update<QueuedAct[]>(name, (all = []) => changed(all), store)
  await load()
  otherTabs.postMessage(null)
}

/** From now on the acts of this person are sent. */
export async function openQueue(opened: Person): Promise<void> {
  person = opened
  await load()
}

export function watchQueue(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export const readQueue = (): readonly QueuedAct[] => shown

/**
 * Queues an act and sends it, after those before it. `queued`: it is sent later. Throws the service's refusal while the
 * person waits; a refused act is not kept.
 */
export async function perform({ jobId, customerOrderId, orderTitle }: ActedJob, act: Act): Promise<'sent' | 'queued'> {
  if (person === null) throw new Error('nobody is signed in')
  const key = newRequestKey()
  const job = { jobId, customerOrderId, orderTitle }
  const queued: QueuedAct = { ...job, ...act, key, by: person, at: Date.now(), problem: null }
  const isConnected = navigator.onLine && isReached
  if (isConnected) beingTried.add(key)
  try {
    await change(all => [...all, queued])
  } catch {
    // There is no storage.
    beingTried.delete(key)
    await send(queued)
    return 'sent'
  }
  try {
    const sending = sendQueue()
    if (!isConnected) {
      sending.catch(() => {})
      return 'queued'
    }
    await sending
    const left = acts.find(other => other.key === key)
    if (left === undefined) return 'sent'
    if (left.problem === null) return 'queued'
    throw new ApiProblem(left.problem)
  } catch (error) {
    await removeActs([key])
    throw error
  } finally {
    beingTried.delete(key)
    show()
  }
}

/**
 * Queues an act that is sent after `holdMs`, and can be taken back until then; sends it at once where
 * there is no storage. Returns its key.
 */
export async function performLater(
  { jobId, customerOrderId, orderTitle }: ActedJob,
  act: Act,
  holdMs: number,
): Promise<string> {
  if (person === null) throw new Error('nobody is signed in')
  const key = newRequestKey()
  const at = Date.now()
  const job = { jobId, customerOrderId, orderTitle }
  const queued = { ...job, ...act, key, by: person, at, sendAt: at + holdMs, problem: null }
  await change(all => [...all, queued]).catch(() => send(queued))
  return key
}

/** False if the act has already been sent. */
export const takeBack = (key: string): Promise<boolean> =>
  alone(async () => {
    await load()
    const isLeft = acts.some(act => act.key === key && act.problem === null)
    if (isLeft) await removeActs([key])
    return isLeft
  })

/** Sends acts on hold as well. */
export const sendAll = (): Promise<number> => alone(() => sendWaiting(Number.POSITIVE_INFINITY))

export const removeActs = (keys: readonly string[]): Promise<void> =>
  change(all => all.filter(({ key }) => !keys.includes(key)))

/** Sends what waits; returns how many were sent. Throws if the person has to sign in again first. */
export const sendQueue = (): Promise<number> => alone(() => sendWaiting(Date.now()))

async function sendWaiting(dueBy: number): Promise<number> {
  await load()
  const held = jobsOnHold(acts, dueBy)
  let sent = 0
  while (navigator.onLine) {
    const next = nextAct(acts, person?.userId, held)
    if (next === undefined) break
    try {
      await send(next)
      await removeActs([next.key])
      sent++
    } catch (error) {
      if (!(error instanceof ApiProblem) || isSignedOut(error) || isAnotherPerson(error)) throw error
      if (error.status === 0 || error.status === 429) break
      if (isTemporary(error)) held.add(next.jobId)
      else await refuse(next, error)
    }
  }
  return sent
}

const refuse = ({ key }: QueuedAct, { code, status, message, errors, requestId }: ApiProblem) =>
  change(all =>
    all.map(act =>
      act.key === key
        ? { ...act, problem: { code, status, detail: message, errors, requestId: requestId ?? '' } }
        : act,
    ),
  )

async function send({ jobId, kind, body, key }: QueuedAct): Promise<void> {
  try {
    await api.POST(`/press/jobs/{jobId}/${kind}` as Path<'accept'>, {
      params: { path: { jobId } },
      body: body as Body<'accept'>,
      headers: { 'idempotency-key': key },
      signal: AbortSignal.timeout(maxWaitMs),
    })
    isReached = true
  } catch (error) {
    isReached = !(error instanceof ApiProblem) || error.status !== 0
    throw error
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Browsers have locks over https and on localhost. Elsewhere two tabs may send the same act, which counts once. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  if (navigator.locks !== undefined) return navigator.locks.request('octavo-press-acts', work)
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}
