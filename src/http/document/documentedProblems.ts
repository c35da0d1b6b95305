// The problems of each operation in the API document, by HTTP status and code: those that its route declares, and those
// that every route of its kind can answer.

import { type RefusalCode, refusals } from '../../base/refusal.ts'
import { problemBody, problemType } from '../server/problem.ts'
import type { CallerKind } from '../server/route.ts'
import type { ApiDocument, Operation } from './namedSchemas.ts'

/** The parts of a route that decide which problems it can answer besides the declared ones. */
type Facts = {
  callers: readonly CallerKind[]
  refuses: readonly RefusalCode[]
  limited: boolean
  takesFile: boolean
  beforeSecondFactor: boolean
  /** The names of the parameters in the path. */
  inPath: readonly string[]
  /** Whether the method allows a body, also where the route reads none. */
  mayHaveBody: boolean
}

/** In the order of the table of refusals. */
export function problemsOfRoute(facts: Facts): RefusalCode[] {
  const { callers, limited, takesFile, inPath, mayHaveBody } = facts
  const isProven = !callers.includes('public')
  const possible: [RefusalCode, boolean][] = [
    ['malformed_request', true],
    ['not_authenticated', isProven],
    ['not_allowed', isProven],
    ['scope_missing', callers.includes('customer_key')],
    ['address_not_allowed', callers.includes('customer_key')],
    ['account_suspended', callers.includes('customer_key')],
    ['second_factor_enrolment_required', callers.includes('staff') && !facts.beforeSecondFactor],
    ['another_person', callers.some(kind => kind === 'member' || kind === 'staff' || kind === 'printer')],
    ['order_not_found', inPath.includes('customerOrderId')],
    ['not_found', inPath.some(name => name !== 'customerOrderId')],
    ['request_timeout', mayHaveBody],
    ['body_too_large', mayHaveBody],
    ['not_json', mayHaveBody && !takesFile],
    ['encoding_not_supported', mayHaveBody && !takesFile],
    ['not_pdf', takesFile],
    ['too_many_requests', limited],
    ['headers_too_large', true],
    ['internal_error', true],
    ['overloaded', true],
  ]
  const found = new Set([...facts.refuses, ...possible.filter(([, can]) => can).map(([code]) => code)])
  return (Object.keys(refusals) as RefusalCode[]).filter(code => found.has(code))
}

/** The document with an answer for each status of the problems that `x-problems` of an operation lists. */
export function withProblems(document: ApiDocument): ApiDocument {
  const shared: Record<string, unknown> = {}
  const shown = new Set<RefusalCode>()

  function answerOf(codes: RefusalCode[]) {
    const name = codes.map(nameOf).join('Or')
    for (const code of codes) shown.add(code)
    shared[name] = {
      description: codes.map(code => `\`${code}\`: ${refusals[code].title}.`).join('\n\n'),
      content: {
        [problemType]: {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${nameOf(code)}` }])),
        },
      },
    }
    return { $ref: `#/components/responses/${name}` }
  }

  function withProblems({ 'x-problems': listed, ...operation }: Operation): Operation {
    const byStatus = Map.groupBy((listed ?? []) as RefusalCode[], code => String(refusals[code].status))
    const problems = [...byStatus].map(([status, codes]) => [status, answerOf(codes)])
    const { '4XX': _refused, '5XX': _failed, ...answers } = operation.responses ?? {}
    return { ...operation, responses: { ...answers, ...Object.fromEntries(problems) } }
  }

  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, withProblems(operation)])),
  ])
  const examples = (Object.keys(refusals) as RefusalCode[])
    .filter(code => shown.has(code))
    .map(code => [nameOf(code), exampleOf(code)])
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...document.components,
      responses: Object.fromEntries(Object.entries(shared).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      examples: Object.fromEntries(examples),
    },
  }
}

/** `order_not_found` as the name of a component: OrderNotFound. */
const nameOf = (code: RefusalCode) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())

function exampleOf(code: RefusalCode) {
  const { title } = refusals[code]
  return {
    summary: title,
    value: problemBody({ code, detail: `${title}.`, errors: [], requestId: 'req_4f1d0c9a7b2e1' }),
  }
}
