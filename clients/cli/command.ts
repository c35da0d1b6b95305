// The parts of a command, and the reading of its words and options.

import type { ParseArgsConfig } from 'node:util'
import { exitStatus, Failure } from './failures.ts'
import type { Output } from './output.ts'
import type { Session } from './session.ts'

export type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Record<string, string | boolean | undefined>
type Given = { words: string[]; options: Values; output: Output; signal: AbortSignal }
export type Command = {
  /** The words after the name, all of them required. */
  words?: string[]
  /** The options, as the help shows them. */
  usage?: string
  says: string
  options?: Options
  run(session: Session, given: Given): Promise<void>
}

export const text = { type: 'string' } as const

export function need(value: string | boolean | undefined, name: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new Failure(`Say which ${name}: octavo help lists the commands.`, exitStatus.usage)
}

/** `2d` as an ISO 8601 duration, which may also be given. */
export function durationOf(given: string): string {
  const [, count, unit] = /^(\d{1,6})([wdhms])$/.exec(given) ?? []
  if (count !== undefined) return `P${'hms'.includes(unit!) ? 'T' : ''}${count}${unit!.toUpperCase()}`
  if (/^P[\dT]/.test(given)) return given
  throw new Failure(
    `A duration is a number and one of w, d, h, m and s, such as 2h or 3d, and not ${given}.`,
    exitStatus.usage,
  )
}

export function countOf(value: string | boolean, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(String(value))) return Number(value)
  throw new Failure(`${option} is a whole number, and not ${value}.`, exitStatus.usage)
}
