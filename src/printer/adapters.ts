// The adapters by the names that operator/printers.json knows them by. A new one is a folder beside this file and a line here.

import { pressDesk } from './desk.ts'
import type { Printer, Printers } from './printer.ts'
import type { PrinterRule } from './routing.ts'
import { simulatorName } from './shop.ts'
import { simulatedPrinter } from './simulator.ts'

/** Makes the printer of one rule; throws an Error that says what is wrong with its settings. */
type Make = (rule: PrinterRule) => Printer

const adapters: Readonly<Record<string, Make>> = { desk: () => pressDesk() }

export const adapterNames: readonly string[] = Object.keys(adapters)

/** All printers of the operator, and the sandbox's. Throws one Error for all whose settings are wrong. */
export function openPrinters(rules: readonly PrinterRule[]): Printers {
  const problems: string[] = []
  const made = rules.flatMap((rule): [string, Printer][] => {
    try {
      return [[rule.name, adapters[rule.adapter]!(rule)]]
    } catch (error) {
      problems.push(`${rule.name}: ${(error as Error).message}`)
      return []
    }
  })
  if (problems.length > 0) throw new Error(`printers.json cannot be used:\n  ${problems.join('\n  ')}`)
  return { ...Object.fromEntries(made), [simulatorName]: simulatedPrinter() }
}

/** The printers whose people work with the press API. */
export const deskNames = (rules: readonly PrinterRule[]): string[] =>
  rules.filter(({ adapter }) => adapter === 'desk').map(({ name }) => name)
