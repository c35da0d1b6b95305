// Fault injection. Each outside step is claimed, done and recorded separately. Each gap between these is a named point.
// A test kills the process there to prove that nothing is lost and nothing is done twice.

export const crashPoints = [
  'validate:claimed',
  'validate:begun',
  'fetch:claimed',
  'fetch:fetched',
  'files:fetched',
  'files:stored',
  'check:checked',
  'validate:checked',
  'charge:claimed',
  'charge:called',
  'refund:claimed',
  'refund:called',
  'payment:claimed',
  'payment:called',
  'payment:found',
  'print:claimed',
  'print:sent',
  'label:claimed',
  'label:rated',
  'label:called',
  'manifest:called',
  'parcel:asked',
  'webhook:claimed',
  'webhook:sent',
  'mail:claimed',
  'mail:sent',
  'statement:made',
  'statement:late_fee',
  'archive:stored',
  'demo:created',
  'demo:stored',
] as const

export type CrashPoint = (typeof crashPoints)[number]

/** Called whenever work passes a point. */
export type Crash = (point: CrashPoint) => void

/** Where to end the process, and on which pass (counted from 1). */
export type CrashPlan = { point: CrashPoint; time: number }[]

/** Calls `end` at the planned points. */
export function crashOnceAt(plan: CrashPlan, end: (point: CrashPoint) => void): Crash {
  const times = new Map<CrashPoint, number>()
  return point => {
    const time = (times.get(point) ?? 0) + 1
    times.set(point, time)
    if (plan.some(planned => planned.point === point && planned.time === time)) end(point)
  }
}

/** Reads `charge:called, mail:sent:2`; undefined for text of any other form. */
export function readCrashPlan(text: string): CrashPlan | undefined {
  const plan = text.split(',').map(entry => {
    const [work, gap, time = '1'] = entry.trim().split(':')
    const point = crashPoints.find(name => name === `${work}:${gap}`)
    return point !== undefined && /^[1-9]\d{0,5}$/.test(time) ? { point, time: Number(time) } : null
  })
  return plan.every(entry => entry !== null) ? plan : undefined
}
