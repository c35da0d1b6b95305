// The adapters, under the names that operator/printers.json uses. A new one is a folder beside this file and a line
// here.

import { type Clock, day, later } from '../base/clock.ts'
import type { Line } from './call.ts'
import { pressDesk } from './desk.ts'
import type { Inbox } from './inbox.ts'
import { type JsonSettings, jsonPrinter, jsonSettingsProblems } from './json/json.ts'
import { type FileLinks, withLinks } from './links.ts'
import type { Printer, Printers, PrintJob } from './printer.ts'
import { type PrintTalkSettings, printTalkPrinter, printTalkSettingsProblems } from './printtalk/printtalk.ts'
import type { PrinterRule } from './routing.ts'
import { type Shop, simulatorName } from './shop.ts'
import { simulatedPrinter } from './simulator.ts'
import { type SiteFlowSettings, siteFlowPrinter, siteFlowSettingsProblems } from './siteflow/siteflow.ts'

/** A printer's system may fetch the files weeks after it took the job. */
const systemLinkMs = 30 * day

export type AdapterDeps = { line: Line; clock: Clock; links: FileLinks }

/** Makes the printer of one rule; throws an Error that says what is wrong with its settings. */
type Make = (rule: PrinterRule, deps: AdapterDeps) => Printer & Partial<Inbox>

const adapters: Readonly<Record<string, Make>> = {
  desk: () => pressDesk(),
  json: ({ settings }, deps) => linking(jsonPrinter(checked<JsonSettings>(settings, jsonSettingsProblems), deps), deps),
  printtalk: ({ settings }, deps) =>
    linking(printTalkPrinter(checked<PrintTalkSettings>(settings, printTalkSettingsProblems), deps), deps),
  siteflow: ({ settings }, deps) =>
    linking(siteFlowPrinter(checked<SiteFlowSettings>(settings, siteFlowSettingsProblems), deps), deps),
}

/** Systems fetch the files themselves, so their jobs contain addresses of exactly the bytes that were checked. */
function linking<Made extends Printer>(printer: Made, { links, clock }: AdapterDeps): Made {
  const linked = (job: PrintJob) => withLinks(job, links, later(clock(), systemLinkMs))
  return {
    ...printer,
    submit: job => printer.submit(linked(job)),
    askForNews: job => printer.askForNews(linked(job)),
  }
}

function checked<Settings>(settings: PrinterRule['settings'], problemsOf: (settings: object) => string[]): Settings {
  const problems = problemsOf(settings)
  if (problems.length > 0) throw new Error(problems.join('; '))
  return settings as Settings
}

export const adapterNames: readonly string[] = Object.keys(adapters)

/** All printers of the operator, and the sandbox's. Throws one Error for all rules whose settings are wrong. */
export function openPrinters(
  { printers: rules, simulator }: Pick<Shop, 'printers' | 'simulator'>,
  deps: AdapterDeps,
): Printers {
  const problems: string[] = []
  const made = rules.flatMap((rule): [string, Printer][] => {
    try {
      return [[rule.name, adapters[rule.adapter]!(rule, deps)]]
    } catch (error) {
      problems.push(`${rule.name}: ${(error as Error).message}`)
      return []
    }
  })
  if (problems.length > 0) throw new Error(`printers.json cannot be used:\n  ${problems.join('\n  ')}`)
  return { ...Object.fromEntries(made), [simulatorName]: simulatedPrinter(simulator) }
}

/** The printers with a system of their own that sends messages to us. */
export const inboxesOf = (printers: Printers): ReadonlyMap<string, Inbox> =>
  new Map(Object.entries(printers).filter((entry): entry is [string, Printer & Inbox] => 'receive' in entry[1]))

/** The printers whose people use the press API. */
export const deskNames = (rules: readonly PrinterRule[]): string[] =>
  rules.filter(({ adapter }) => adapter === 'desk').map(({ name }) => name)
