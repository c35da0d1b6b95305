// Decides which fetch starts next. There are limits for an account at one host, for an account, and for all accounts
// together: a slow host delays only the files that an account has at that host. Within an account and host, the files
// of the earliest check come first: the files of later checks do not delay a check that has started.

import type { StartCheck } from './artwork.ts'

export type Limits = { total: number; perAccount: number; perHost: number }

export type FairQueue = {
  /** Runs `act` when the limits allow it; `check` is the number of its check. */
  run<T>(at: { account: string; host: string; check: number }, act: () => Promise<T>): Promise<T>
}

type Waiting = { check: number; start: () => void }
type Lane = { account: string; waiting: Waiting[]; active: number }

export function createFairQueue({ total, perAccount, perHost }: Limits): FairQueue {
  const lanes = new Map<string, Lane>()
  const accounts = new Map<string, number>()
  let active = 0

  function startWaiting() {
    // A lane that starts a fetch moves to the end, where this loop finds it again.
    for (const [name, lane] of lanes) {
      if (active >= total) return
      if (lane.waiting.length === 0 || !mayStart(lane)) continue
      startFetch(name, lane)
      lane.waiting.shift()!.start()
    }
  }

  const mayStart = ({ account, active: laneActive }: Lane) =>
    active < total && laneActive < perHost && (accounts.get(account) ?? 0) < perAccount

  /** The lane goes to the end of the round, so that lanes take turns. */
  function startFetch(name: string, lane: Lane) {
    lanes.delete(name)
    lanes.set(name, lane)
    active++
    lane.active++
    accounts.set(lane.account, (accounts.get(lane.account) ?? 0) + 1)
  }

  function endFetch(name: string, lane: Lane) {
    active--
    lane.active--
    const accountActive = accounts.get(lane.account)! - 1
    if (accountActive === 0) accounts.delete(lane.account)
    else accounts.set(lane.account, accountActive)
    // A lane whose fetch has ended moves behind the lanes that arrived in the meantime.
    lanes.delete(name)
    if (lane.active > 0 || lane.waiting.length > 0) lanes.set(name, lane)
    startWaiting()
  }

  return {
    async run({ account, host, check }, act) {
      const name = `${account} ${host}`
      const lane = lanes.get(name) ?? { account, waiting: [], active: 0 }
      lanes.set(name, lane)
      if (lane.waiting.length === 0 && mayStart(lane)) startFetch(name, lane)
      else await new Promise<void>(start => insert(lane.waiting, { check, start }))
      try {
        return await act()
      } finally {
        endFetch(name, lane)
      }
    },
  }
}

/** Most fetches arrive in order, and are added at the end. */
function insert(waiting: Waiting[], fetch: Waiting): void {
  const index = waiting.findLastIndex(({ check }) => check <= fetch.check) + 1
  waiting.splice(index, 0, fetch)
}

type IsNeeded = () => Promise<boolean>
type Run<T> = { turn: PromiseWithResolvers<void>; callers: Promise<boolean>[]; result: Promise<T | null> }

/**
 * Lets callers with the same name share one run that waits for its turn. When the turn has come, `run` calls
 * `isNeeded`, which calls the `start` of each caller; `run` returns null when no caller needs the result. For a caller
 * that joins later, `start` is called immediately. A caller that does not need the result gets null.
 */
export function shareQueuedRuns<T>(): (
  name: string,
  start: StartCheck,
  run: (isNeeded: IsNeeded) => Promise<T | null>,
) => Promise<T | null> {
  const runs = new Map<string, Run<T>>()

  function openRun(name: string, start: StartCheck, run: (isNeeded: IsNeeded) => Promise<T | null>) {
    const turn = Promise.withResolvers<void>()
    const first = turn.promise.then(start)
    const callers = [first]
    const forget = () => {
      if (runs.get(name)?.callers === callers) runs.delete(name)
    }
    const isNeeded = async () => {
      turn.resolve()
      // Callers that join while this loop runs are asked in this loop too.
      for (const caller of callers) if (await caller.catch(() => false)) return true
      forget()
      return false
    }
    const opened = { turn, callers, result: run(isNeeded).finally(forget) }
    runs.set(name, opened)
    return { isNeededByCaller: first, result: opened.result }
  }

  function joinRun({ turn, callers, result }: Run<T>, start: StartCheck) {
    const isNeededByCaller = turn.promise.then(start)
    callers.push(isNeededByCaller)
    return { isNeededByCaller, result }
  }

  return async (name, start, run) => {
    const openedRun = runs.get(name)
    const { isNeededByCaller, result } = openedRun === undefined ? openRun(name, start, run) : joinRun(openedRun, start)
    return (await isNeededByCaller) ? result : null
  }
}

/** Lets callers with the same name share one run; a caller after its end gets a new run. */
export function shareRuns<T>(): (name: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (name, run) => {
    const current = running.get(name)
    if (current !== undefined) return current
    const started = run().finally(() => running.delete(name))
    running.set(name, started)
    return started
  }
}
