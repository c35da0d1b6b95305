// Decides which fetch is next. Each account has a few places per host, some more in total, and all accounts share a
// global number: a slow host holds up only its own account's files from there.

export type Limits = { atOnce: number; perAccount: number; perHost: number }

export type Turns = {
  /** Runs `act` when there is a place for it. */
  take<T>(at: { account: string; host: string }, act: () => Promise<T>): Promise<T>
}

type Lane = { account: string; waiting: (() => void)[]; active: number }

export function createTurns({ atOnce, perAccount, perHost }: Limits): Turns {
  const lanes = new Map<string, Lane>()
  const accounts = new Map<string, number>()
  let active = 0

  function startSome() {
    // A lane that starts a fetch moves to the end, where this same loop finds it again.
    for (const [name, lane] of lanes) {
      if (active >= atOnce) return
      if (lane.waiting.length === 0 || !mayStart(lane)) continue
      begin(name, lane)
      lane.waiting.shift()!()
    }
  }

  const mayStart = ({ account, active: here }: Lane) =>
    active < atOnce && here < perHost && (accounts.get(account) ?? 0) < perAccount

  /** The lane goes to the end of the round, so that lanes take turns. */
  function begin(name: string, lane: Lane) {
    lanes.delete(name)
    lanes.set(name, lane)
    active++
    lane.active++
    accounts.set(lane.account, (accounts.get(lane.account) ?? 0) + 1)
  }

  function end(name: string, lane: Lane) {
    active--
    lane.active--
    const left = accounts.get(lane.account)! - 1
    if (left === 0) accounts.delete(lane.account)
    else accounts.set(lane.account, left)
    // A lane whose fetch has ended goes behind those that came in the meantime.
    lanes.delete(name)
    if (lane.active > 0 || lane.waiting.length > 0) lanes.set(name, lane)
    startSome()
  }

  return {
    async take({ account, host }, act) {
      const name = `${account} ${host}`
      const lane = lanes.get(name) ?? { account, waiting: [], active: 0 }
      lanes.set(name, lane)
      if (lane.waiting.length === 0 && mayStart(lane)) begin(name, lane)
      else await new Promise<void>(resolve => lane.waiting.push(resolve))
      try {
        return await act()
      } finally {
        end(name, lane)
      }
    },
  }
}

/** Lets callers with the same name share one run; a caller after its end gets a new run. */
export function shared<T>(): (name: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (name, run) => {
    const known = running.get(name)
    if (known !== undefined) return known
    const begun = run().finally(() => running.delete(name))
    running.set(name, begun)
    return begun
  }
}
