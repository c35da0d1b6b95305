// The adapters, by the names that the settings of printers use. A new adapter is a folder beside this file and a line
// here.

import { type Clock, day, later } from '../base/clock.ts'
import type { DataMistake } from '../base/schemaCheck.ts'
import { type BindingCode, withCodedFiles } from './bindingCodes.ts'
import type { Inbox } from './inbox.ts'
import { type JsonSettings, jsonPrinter, jsonSettingsMistakes } from './json/json.ts'
import { type FileLinks, withLinks } from './links.ts'
import { pressDesk } from './pressDesk.ts'
import type { Answer, Printer, Printers, PrintJob } from './printer.ts'
import type { CallResult, PrinterClient } from './printerClient.ts'
import { type PrinterConfig, simulatorName } from './printerConfig.ts'
import { type PrintTalkSettings, printTalkPrinter, printTalkSettingsMistakes } from './printtalk/printtalk.ts'
import type { PrinterRule } from './routing.ts'
import { simulatedPrinter } from './simulator.ts'
import { type SiteFlowSettings, siteFlowPrinter, siteFlowSettingsMistakes } from './siteflow/siteflow.ts'

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
  /** The mistakes in a rule's settings, without the values of secrets. */
  settingsMistakes(settings: object): DataMistake[]
  /** Makes the printer of a rule whose settings were checked. */
  make(rule: PrinterRule, deps: AdapterDeps): Printer & Partial<Inbox>
}

const adapters: Readonly<Record<string, Adapter>> = {
  desk: { settingsMistakes: () => [], make: () => pressDesk() },
  json: {
    settingsMistakes: jsonSettingsMistakes,
    make: ({ settings }, deps) => withFileLinks(jsonPrinter(settings as JsonSettings, deps), deps),
  },
  printtalk: {
    settingsMistakes: printTalkSettingsMistakes,
    make: ({ settings }, deps) => withFileLinks(printTalkPrinter(settings as PrintTalkSettings, deps), deps),
  },
  siteflow: {
    settingsMistakes: siteFlowSettingsMistakes,
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
  const adapter = adapters[rule.adapter]
  if (adapter === undefined || adapter.settingsMistakes(rule.settings).length > 0) return unusablePrinter
  const printer = adapter.make(rule, deps)
  return rule.bindingCodes === true ? withBindingCodes(printer, deps) : printer
}

export const adapterNames: readonly string[] = Object.keys(adapters)

export const settingsMistakes = (adapter: string, settings: object): DataMistake[] =>
  adapters[adapter]!.settingsMistakes(settings)

/** `unreadable`: another program answers than the one that the adapter speaks to. */
export type Contact = CallResult | 'unreadable'

/** Calls a printer that can list its jobs once, and changes nothing. Null for other printers. */
export async function tryPrinter(rule: PrinterRule, deps: AdapterDeps): Promise<Contact | null> {
  const calls: CallResult[] = []
  const client: PrinterClient = {
    ...deps.client,
    async call(url, call) {
      calls.push(calls.length === 0 ? await deps.client.call(url, call) : onePage)
      return calls.at(-1)!
    },
  }
  const jobs = await makePrinter(rule, { ...deps, client }).listJobs?.()
  const [first, second] = calls
  if (jobs === undefined || first === undefined) return null
  const isUnreadable = jobs === null && second === undefined && first.kind === 'answered' && first.status === 200
  return isUnreadable ? 'unreadable' : first
}

const onePage: CallResult = { kind: 'lost', cause: 'the first page is enough', reached: 'no' }

const unusable: Answer = { kind: 'unavailable', cause: 'enter its settings again in Printers', reached: 'no' }
/**
 * Its secrets were sealed with a key that is lost, or a newer release knows its adapter. Its jobs wait, and its system
 * sends its messages again.
 */
const unusablePrinter: Printer & Inbox = {
  submit: async () => unusable,
  requestCancellation: async () => unusable,
  fetchUpdates: async () => unusable,
  nextUpdateAt: () => null,
  receive: () => ({
    kind: 'unauthenticated',
    reply: { status: 503, contentType: 'text/plain', body: 'The secret of this printer is missing. Try again later.' },
  }),
}

/** All printers of the operator, and the printer of the sandbox. */
export const openPrinters = (
  { printers: rules, simulator }: Pick<PrinterConfig, 'printers' | 'simulator'>,
  depsOf: (rule: PrinterRule) => AdapterDeps,
): Printers => ({
  ...Object.fromEntries(rules.map(rule => [rule.name, makePrinter(rule, depsOf(rule))])),
  [simulatorName]: simulatedPrinter(simulator),
})

/** The inbox of a printer with a system of its own that sends messages to us. */
export function inboxOf(printers: Printers, name: string): Inbox | undefined {
  const printer = Object.hasOwn(printers, name) ? printers[name] : undefined
  return printer !== undefined && 'receive' in printer ? (printer as Printer & Inbox) : undefined
}

/** The printers whose people use the press API. */
export const deskNames = (rules: readonly PrinterRule[]): string[] =>
  rules.filter(({ adapter }) => adapter === 'desk').map(({ name }) => name)
