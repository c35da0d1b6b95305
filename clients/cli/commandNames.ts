// Which command the words of a command line name. A mistyped word runs nothing.

import { exitStatus, Failure } from './failures.ts'

/** The command that the arguments begin with, and the arguments after its name. A noun alone lists. */
export function commandOf(args: string[], names: string[]): { name: string; rest: string[] } {
  const [first = 'help', second] = args
  const isAlone = second === undefined || second.startsWith('-')
  if (!isAlone && names.includes(`${first} ${second}`)) return { name: `${first} ${second}`, rest: args.slice(2) }
  if (names.includes(first)) return { name: first, rest: args.slice(1) }
  if (isAlone && names.includes(`${first} list`)) return { name: `${first} list`, rest: args.slice(1) }
  throw noCommand(first, isAlone ? undefined : second, names)
}

export const firstWords = (names: string[]): string[] => [...new Set(names.map(name => name.split(' ')[0]!))]

export function noCommand(first: string, second: string | undefined, names: string[]): Failure {
  const group = names.filter(name => name.startsWith(`${first} `))
  const known = group.length > 0 ? group : firstWords(names)
  const typed = group.length > 0 && second !== undefined ? `${first} ${second}` : first
  const near = known.find(name => isNear(name, typed))
  const hint = near === undefined ? '' : ` Did you mean octavo ${near}?`
  const sentence = `There is no command ${typed}.${hint} The commands are ${known.join(', ')}; octavo help explains them.`
  return new Failure(sentence, exitStatus.usage)
}

/** At most two letters are wrong, missing or too many. */
function isNear(name: string, typed: string): boolean {
  let row = Array.from({ length: typed.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...name].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= typed.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (typed[j - 1] === letter ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)! <= 2
}
