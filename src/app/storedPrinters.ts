// The printers as they are stored, their secrets beside them: read from printers.json, changed by a form, and put
// together for use. Pure.

import { say } from '../../languages/texts.ts'
import { Refusal } from '../base/refusal.ts'
import type { DataMistake } from '../base/schemaCheck.ts'
import { secretOf } from '../config/env.ts'
import type { NamedPrinter, PrinterTimes } from '../http/objects/printerSettings.ts'
import { adapterNames, settingsMistakes } from '../printer/adapters.ts'
import {
  defaultFile,
  isKnownPrinter,
  isSecret,
  type PrinterConfig,
  type PrintersFile,
  parsePrinterConfig,
  resolveSecrets,
  uncheckedConfig,
} from '../printer/printerConfig.ts'
import type { StoredPrinters } from '../printer/printerSettingsStore.ts'

export type Settings = Omit<StoredPrinters, 'version'>
type Described = PrintersFile['printers'][number]
export const urlOf = ({ settings = {} }: { settings?: object }): unknown => (settings as { url?: unknown }).url

/** As printers.json would have it, with the values of secrets. */
const whole = ({ content, secrets }: Settings): PrintersFile => ({
  ...content,
  printers: content.printers.map(printer => ({
    ...printer,
    settings: { ...printer.settings, ...secrets[printer.name] },
  })),
})

export const configOf = (
  stored: Settings,
  context: Pick<Parameters<typeof parsePrinterConfig>[1], 'manufacturingSkus' | 'countries' | 'settingsMistakes'>,
): PrinterConfig => parsePrinterConfig(whole(stored), { ...context, adapters: adapterNames, secret: null })

/** The catalog, a lost key, or a row of a newer release may not stop a start. */
export const lenientConfigOf = (stored: Settings): PrinterConfig => uncheckedConfig(whole(stored), { secret: null })

/** For a check of one printer, or with null of the shared times: a newer release may have stored the rest. */
export function checkedAlone({ content, ...stored }: Settings, name: string | null): Settings {
  const [plain] = defaultFile.printers
  const printers = content.printers.map(printer =>
    printer.name === name ? printer : { ...plain!, name: printer.name },
  )
  if (name !== null) return { ...stored, content: { ...defaultFile, printers } }
  const { rerouteAfter, staffEmail } = content
  const { submission, acceptance, shipping, cancellation } = content.alarmAfter
  return {
    ...stored,
    content: {
      printers,
      alarmAfter: { submission, acceptance, shipping, cancellation },
      ...(rerouteAfter !== undefined && { rerouteAfter }),
      ...(staffEmail !== undefined && { staffEmail }),
    },
  }
}

/** Leaves out those of other printers. */
export const mistakesWithin = (mistakes: readonly DataMistake[], index: number): DataMistake[] =>
  mistakes.flatMap(mistake => {
    const { path } = mistake
    const own = `/printers/${index}/`
    if (path.startsWith(own)) return [{ ...mistake, path: path.slice(own.length - 1) }]
    if (path.startsWith('/printers/')) return []
    return [{ ...mistake, path: path === '/printers' ? '' : path }]
  })

export const settingsMistakesOf = (stored: Settings, name: string): DataMistake[] => {
  const { adapter, settings = {} } = whole(stored).printers.find(printer => printer.name === name)!
  return settingsMistakes(adapter, settings)
}

/** The file's printers with the secrets of the environment. */
export function withoutSecrets(file: PrintersFile): StoredPrinters {
  const secrets: StoredPrinters['secrets'] = {}
  const printers = file.printers.map(({ settings = {}, ...printer }): Described => {
    const resolved = Object.entries(resolveSecrets(settings as Record<string, unknown>, { secret: secretOf }))
    const sealed = resolved.filter(([key]) => isSecret(key))
    if (sealed.length > 0) secrets[printer.name] = Object.fromEntries(sealed)
    return { ...printer, settings: Object.fromEntries(resolved.filter(([key]) => !isSecret(key))) }
  })
  const trustedUrls = printers.map(urlOf).filter(url => typeof url === 'string')
  return { version: 0, content: { ...file, printers }, secrets, trustedUrls }
}

export function requirePrinter({ content }: Settings, name: string): Described {
  const found = content.printers.find(printer => printer.name === name)
  if (found === undefined) throw new Refusal('not_found', say('there is no printer {printer}', { printer: name }))
  return found
}

/** A change would lose fields that this release does not know. */
export function requireKnown(printer: Described): void {
  if (isKnownPrinter(printer, adapterNames)) return
  const detail = say(
    'A newer release of Octavo saved {printer}. Upgrade this server before you change the printer, or remove the printer and add it again.',
    { printer: printer.name },
  )
  throw new Refusal('wrong_state', detail)
}

/** With the printer in place of the one of its name, or at the end. */
export function withPrinter({ content, secrets, trustedUrls }: Settings, wanted: NamedPrinter): Settings {
  const { name, title, settings, copiesPerDay, paper, bindingCodes, labelsAtScan, ...rest } = wanted
  const given = Object.entries(settings).filter(([, value]) => value !== null && value !== '')
  const before = content.printers.find(printer => printer.name === name)
  const isSame = before?.adapter === wanted.adapter && urlOf(before) === settings.url
  const kept = Object.entries((isSame && secrets[name]) || {}).filter(([key]) => !Object.hasOwn(settings, key))
  const described: Described = {
    ...{ name, ...rest },
    settings: Object.fromEntries(given.filter(([key]) => !isSecret(key))),
    ...(title !== null && { title }),
    ...(copiesPerDay !== null && { copiesPerDay }),
    ...(paper !== null && { paper }),
    ...(bindingCodes && { bindingCodes }),
    ...(labelsAtScan !== null && { labelsAtScan }),
  }
  return {
    trustedUrls,
    content: {
      ...content,
      printers: before
        ? content.printers.map(printer => (printer.name === name ? described : printer))
        : [...content.printers, described],
    },
    secrets: { ...secrets, [name]: Object.fromEntries([...kept, ...given.filter(([key]) => isSecret(key))]) },
  }
}

export function withTimes({ content, ...stored }: Settings, times: PrinterTimes): Settings {
  const { alarmAfterHours, rerouteAfterHours, staffEmail } = times
  const { rerouteAfter: _, staffEmail: _before, ...rest } = content
  const ages = Object.entries(alarmAfterHours).map(([step, hours]) => [step, durationOf(hours)])
  return {
    ...stored,
    content: {
      ...rest,
      alarmAfter: { ...content.alarmAfter, ...Object.fromEntries(ages) },
      ...(rerouteAfterHours !== null && { rerouteAfter: durationOf(rerouteAfterHours) }),
      ...(staffEmail !== null && { staffEmail }),
    },
  }
}

const durationOf = (hours: number): string => `PT${Math.max(Math.round(hours * 60), 1)}M`

export function withoutPrinter({ content, secrets, trustedUrls }: Settings, name: string): Settings {
  const { [name]: _, ...others } = secrets
  return {
    content: { ...content, printers: content.printers.filter(printer => printer.name !== name) },
    secrets: others,
    trustedUrls,
  }
}

/** The names of the fields that differ: of a printer, or of the shared times. */
export function differences(before: Settings, after: Settings, name: string | null): { changed: string[] } {
  const partsOf = ({ content, secrets }: Settings): Record<string, unknown> => {
    if (name === null) return { ...content, printers: null }
    return { ...content.printers.find(printer => printer.name === name), secrets: secrets[name] ?? {} }
  }
  const [left, right] = [partsOf(before), partsOf(after)]
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return { changed: names.filter(key => JSON.stringify(left[key]) !== JSON.stringify(right[key])).sort() }
}
