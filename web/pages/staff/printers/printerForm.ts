// The fields of a printer in its form, and what is sent.

import type { RequestBody, ResponseBody } from '../../../api.ts'
import { countryName } from '../../../components/layout/Values.tsx'
import { countries } from '../../../components/orders/countries.ts'
import { states } from '../../../components/orders/states.ts'
import { t } from '../../../language.ts'
import { keysOf, settingFields } from './connectionFields.ts'
import { type Adapter, type ConnectionValues, fieldsOf, settingsOf } from './connectionSettings.ts'

export type PrinterSettings = ResponseBody<'/staff/printer-settings'>
export type PrinterSetting = PrinterSettings['printers'][number]
export type NamedPrinter = RequestBody<'/staff/printer-settings/printers'>

export const adapterLabels: Record<Adapter, string> = {
  desk: t('Press desk'),
  json: t('JSON over HTTP'),
  printtalk: t('PrintTalk with XJDF'),
  siteflow: t('Site Flow by HP'),
}
export type KnownPrinter = PrinterSetting & { adapter: Adapter }
/** A newer release may have saved a printer with another adapter. */
export const isKnown = (printer: PrinterSetting): printer is KnownPrinter =>
  Object.hasOwn(adapterLabels, printer.adapter)

export const mayBeTried = (adapter: Adapter): boolean => adapter === 'json' || adapter === 'siteflow'

export type Values = ConnectionValues & {
  name: string
  title: string
  /** Removes the optional secrets that are stored. */
  endsOptional: boolean
  makes: string[]
  shipsTo: string[]
  copiesPerDay: number | string
  hour: number | string
  timeZone: string
  priority: number | string
  paper: string
  bindingCodes: boolean
  labelsAtScan: string
}

export const newPrinter: Values = {
  ...{
    name: '',
    title: '',
    adapter: 'desk',
    settings: {},
    endsOptional: false,
    lists: {},
    carriers: [],
    kept: {},
    keptOf: null,
    makes: ['*'],
    shipsTo: ['*'],
  },
  ...{ copiesPerDay: '', hour: 17, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, priority: 1 },
  ...{ paper: '', bindingCodes: false, labelsAtScan: '' },
}

export function valuesOf(printer: KnownPrinter): Values {
  const {
    title,
    adapter,
    settings,
    copiesPerDay,
    cutOff,
    paper,
    labelsAtScan,
    secrets: _,
    unmatched: _unmatched,
    ...same
  } = printer
  return {
    ...same,
    ...cutOff,
    title: title ?? printer.name,
    ...fieldsOf(keysOf(adapter), adapter, settings),
    endsOptional: false,
    copiesPerDay: copiesPerDay ?? '',
    paper: paper ?? '',
    labelsAtScan: labelsAtScan ?? '',
  }
}

/** Secrets that were not typed are not sent, and stay; a previous secret ends with a new one, or by its box. */
export function printerOf(values: Values): NamedPrinter {
  const { name, title, adapter, makes, shipsTo, endsOptional, copiesPerDay, hour, timeZone, ...rest } = values
  const settings = settingsOf(keysOf(adapter), values)
  const isEnded = endsOptional || (settings.secret !== undefined && settings.secret !== null)
  const ended = settingFields[adapter].filter(({ isOptional }) => isOptional && isEnded).map(({ key }) => [key, null])
  return {
    name,
    adapter,
    makes,
    shipsTo,
    title: [name, ''].includes(title.trim()) ? null : title.trim(),
    settings: { ...Object.fromEntries(ended), ...settings },
    copiesPerDay: copiesPerDay === '' ? null : Number(copiesPerDay),
    cutOff: { hour: Number(hour), timeZone },
    priority: Number(rest.priority),
    bindingCodes: rest.bindingCodes,
    paper: (rest.paper || null) as NamedPrinter['paper'],
    labelsAtScan: (rest.labelsAtScan || null) as NamedPrinter['labelsAtScan'],
  }
}

/** The name under which a new printer is stored, from its title. */
export const nameFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-$/, '')

export const places: string[] = [
  '*',
  ...countries.map(({ value }) => value),
  ...Object.entries(states).flatMap(([country, list = []]) => list.map(({ value }) => `${country}-${value}`)),
]

/** "New York (US)" for "US-NY". */
export function placeName(place: string): string {
  if (place === '*') return t('Everywhere')
  const [country = '', state] = place.split('-')
  const found = states[country]?.find(({ value }) => value === state)
  return state === undefined ? countryName(country) : `${found?.name ?? state} (${country})`
}
