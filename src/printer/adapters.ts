// The adapters, by the names that operator/printers.json uses. A new adapter is a folder beside this file and a line
// here.

import { type Clock, day, later } from '../base/clock.ts'
import { type BindingCode, withCodedFiles } from './bindingCodes.ts'
import type { Inbox } from './inbox.ts'
import { type JsonSettings, jsonPrinter, jsonSettingsProblems } from './json/json.ts'
import { type FileLinks, withLinks } from './links.ts'
import { pressDesk } from './pressDesk.ts'
import type { Answer, Printer, Printers, PrintJob } from './printer.ts'
import type { PrinterClient } from './printerClient.ts'
import { type PrinterConfig, simulatorName } from './printerConfig.ts'
import { type PrintTalkSettings, printTalkPrinter, printTalkSettingsProblems } from './printtalk/printtalk.ts'
import type { PrinterRule } from './routing.ts'
import { simulatedPrinter } from './simulator.ts'
import { type SiteFlowSettings, siteFlowPrinter, siteFlowSettingsProblems } from './siteflow/siteflow.ts'

/** A printer's system may fetch the files weeks after it took the job. */
const systemLinkMs = 30 * day

/** With binding codes, jobs are claimed in small groups, since drawing a code takes about a second. */
const maxCodedBatch = 8

export type AdapterDeps = {
  client: PrinterClient
  clock: Clock
  links: FileLinks
  /** The binding codes of a job, all drawn; null when some are still to be drawn. */
  drawCodes: (job: PrintJob) => Promise<BindingCode[] | null>
}

type Adapter = {
  /** The problems of a rule's settings, a sentence each. */
  settingsProblems(settings: object): string[]
  /** Makes the printer of a rule whose settings were checked. */
  make(rule: PrinterRule, deps: AdapterDeps): Printer & Partial<Inbox>
}

const adapters: Readonly<Record<string, Adapter>> = {
  desk: { settingsProblems: () => [], make: () => pressDesk() },
  json: {
    settingsProblems: jsonSettingsProblems,
    make: ({ settings }, deps) => withFileLinks(jsonPrinter(settings as JsonSettings, deps), deps),
  },
  printtalk: {
    settingsProblems: printTalkSettingsProblems,
    make: ({ settings }, deps) => withFileLinks(printTalkPrinter(settings as PrintTalkSettings, deps), deps),
  },
  siteflow: {
    settingsProblems: siteFlowSettingsProblems,
    make: ({ settings }, deps) => withFileLinks(siteFlowPrinter(settings as SiteFlowSettings, deps), deps),
  },
}

/** Systems fetch the files themselves, so their jobs contain links to exactly the bytes that were checked. */
function withFileLinks<Adapted extends Printer>(printer: Adapted, { links, clock }: AdapterDeps): Adapted {
  const withJobLinks = (job: PrintJob) => withLinks(job, links, later(clock(), systemLinkMs))
  return {
    ...printer,
    submit: job => printer.submit(withJobLinks(job)),
    fetchUpdates: job => printer.fetchUpdates(withJobLinks(job)),
  }
}

/** The files of its jobs have binding codes, and the jobs the checksums of these files. */
function withBindingCodes<Adapted extends Printer>(printer: Adapted, { drawCodes }: AdapterDeps): Adapted {
  const call = async (job: PrintJob, act: (job: PrintJob) => Promise<Answer>): Promise<Answer> => {
    const codes = await drawCodes(job)
    if (codes !== null) return act(withCodedFiles(job, codes))
    return { kind: 'unavailable', cause: 'the binding codes of its files are not drawn yet', reached: 'no' }
  }
  return {
    ...printer,
    firstBatch: Math.min(printer.firstBatch ?? maxCodedBatch, maxCodedBatch),
    submit: job => call(job, printer.submit),
    fetchUpdates: job => call(job, printer.fetchUpdates),
  }
}

const makePrinter = (rule: PrinterRule, deps: AdapterDeps): Printer => {
  const printer = adapters[rule.adapter]!.make(rule, deps)
  return rule.bindingCodes === true ? withBindingCodes(printer, deps) : printer
}

export const adapterNames: readonly string[] = Object.keys(adapters)

export const settingsProblems = (adapter: string, settings: object): string[] =>
  adapters[adapter]!.settingsProblems(settings)

/** All printers of the operator, and the printer of the sandbox. */
export const openPrinters = (
  { printers: rules, simulator }: Pick<PrinterConfig, 'printers' | 'simulator'>,
  deps: AdapterDeps,
): Printers => ({
  ...Object.fromEntries(rules.map(rule => [rule.name, makePrinter(rule, deps)])),
  [simulatorName]: simulatedPrinter(simulator),
})

/** The printers with a system of their own that sends messages to us. */
export const inboxesOf = (printers: Printers): ReadonlyMap<string, Inbox> =>
  new Map(Object.entries(printers).filter((entry): entry is [string, Printer & Inbox] => 'receive' in entry[1]))

/** The printers whose people use the press API. */
export const deskNames = (rules: readonly PrinterRule[]): string[] =>
  rules.filter(({ adapter }) => adapter === 'desk').map(({ name }) => name)
