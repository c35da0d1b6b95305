// Acts on many orders or jobs in one request. They are named, or they are the next portion of a list with its filters,
// so that a request stays short however many match. Each is acted on for itself, and has its own result. A repeated
// request is as safe as the act on one of them.

import { type Static, Type } from 'typebox'
import type { Log } from '../../base/log.ts'
import { malformedField } from '../../base/refusal.ts'
import { nullable, oneOf, Words } from '../objects/common.ts'
import { problemOf } from '../server/problem.ts'

/** A portion is answered within seconds. */
export const maxBulkOrders = 50

export const aboutPortions =
  `Name up to ${maxBulkOrders} orders, or send the filters of the list in \`filter\` (an empty object selects all orders): ` +
  'then each request acts on the next portion, in the order of the list. Send it again with `nextCursor` as `cursor` until it is null. ' +
  'Each order has its own result; a refused order stops no other order.'

const outcomes = ['done', 'awaiting_approval', 'refused'] as const
type Outcome = (typeof outcomes)[number]

/** The fields of a result besides the name of the order or job. */
export const bulkResult = {
  outcome: oneOf(outcomes, { description: '`awaiting_approval`: waits for a second person of the staff.' }),
  code: nullable(Type.String({ description: 'Why it was refused; null if it was not.' })),
  detail: nullable(Words()),
}

type Result = { outcome: Outcome; code: string | null; detail: Static<ReturnType<typeof Words>> | null }

type Context = { requestId: string; log: Log }

/** A selection has names or the filters of a list. */
export function requireOneOf(selection: Record<string, unknown>): void {
  const sent = Object.values(selection).filter(value => value !== undefined)
  if (sent.length !== 1) throw malformedField('', 'wrong_format', `Send either ${Object.keys(selection).join(' or ')}.`)
}

/** Acts on one target, and converts a refusal to its result. */
async function resultOf(act: () => Promise<Outcome>, about: object, context: Context): Promise<Result> {
  try {
    return { outcome: await act(), code: null, detail: null }
  } catch (error) {
    const { body, bug } = problemOf(error, context.requestId, '')
    // This fails the whole request. Sending it again is safe.
    if (body.code === 'overloaded') throw error
    if (bug) context.log.error({ requestId: context.requestId, ...about, err: error }, 'request failed')
    return { outcome: 'refused', code: body.code, detail: body.detail }
  }
}

/** Acts on targets that do not wait for each other, such as the jobs of many orders. */
export async function resultsTogether<Target extends object>(
  targets: readonly Target[],
  act: (target: Target) => Promise<Outcome>,
  context: Context,
): Promise<(Target & Result)[]> {
  const settled = await Promise.allSettled(targets.map(target => resultOf(() => act(target), target, context)))
  return settled.map((result, i) => {
    if (result.status === 'rejected') throw result.reason
    return { ...targets[i]!, ...result.value }
  })
}

/** Acts on one target after another: acts on the orders of one account would wait for each other. */
export async function resultsOf<Target extends object>(
  targets: readonly Target[],
  act: (target: Target) => Promise<Outcome>,
  context: Context,
): Promise<(Target & Result)[]> {
  const results: (Target & Result)[] = []
  for (const target of targets) results.push({ ...target, ...(await resultOf(() => act(target), target, context)) })
  return results
}
