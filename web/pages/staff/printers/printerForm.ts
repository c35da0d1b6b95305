// The fields of a printer in its form, and what is sent. The settings of an adapter that have no field of their own
// stay as JSON.

import type { RequestBody, ResponseBody } from '../../../api.ts'
import { countryName } from '../../../components/layout/Values.tsx'
import { countries } from '../../../components/orders/countries.ts'
import { states } from '../../../components/orders/states.ts'
import { t } from '../../../language.ts'

export type PrinterSettings = ResponseBody<'/staff/printer-settings'>
export type PrinterSetting = PrinterSettings['printers'][number]
export type NamedPrinter = RequestBody<'/staff/printer-settings/printers'>
export type Adapter = NamedPrinter['adapter']

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

type SettingField = {
  key: string
  label: string
  description?: string
  isSecret?: true
  isOptional?: true
  placeholder?: string
}
const address: SettingField = { key: 'url', label: t('Address'), placeholder: 'https://press.example.com/octavo' }

export const settingFields: Record<Adapter, SettingField[]> = {
  desk: [],
  json: [
    address,
    { key: 'secret', label: t('Secret'), isSecret: true, placeholder: 'whsec_…' },
    {
      key: 'previousSecret',
      label: t('Previous secret, during a change'),
      description: t('Also valid, until you end it or enter a new secret'),
      isSecret: true,
      isOptional: true,
    },
  ],
  printtalk: [
    address,
    { key: 'identity', label: t('Your identity at the printer') },
    { key: 'sharedSecret', label: t('Your secret at the printer'), isSecret: true },
    { key: 'printerIdentity', label: t('The printer’s identity') },
    { key: 'printerSharedSecret', label: t('The printer’s secret'), isSecret: true },
  ],
  siteflow: [
    { ...address, placeholder: 'https://pro-api.oneflowcloud.com/api' },
    { key: 'token', label: t('Access token'), isSecret: true },
    { key: 'secret', label: t('Secret'), isSecret: true },
    { key: 'sourceAccount', label: t('Your account there') },
    { key: 'destination', label: t('The printer’s account') },
    { key: 'postbackToken', label: t('Token of its messages'), isSecret: true },
  ],
}
/** Whether there may be settings without a field of their own: some were perhaps saved by a newer release. */
export const hasFurther = ({ adapter, unknownOf }: Pick<Values, 'adapter' | 'unknownOf'>): boolean =>
  adapter === 'printtalk' || adapter === 'siteflow' || adapter === unknownOf
export const mayBeTried = (adapter: Adapter): boolean => adapter === 'json' || adapter === 'siteflow'

export type Values = {
  name: string
  title: string
  adapter: Adapter
  settings: Record<string, string>
  /** Removes the optional secrets that are stored. */
  endsOptional: boolean
  further: string
  /** The connection that was saved with further settings. */
  unknownOf: Adapter | null
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
    further: '',
    unknownOf: null,
    makes: ['*'],
    shipsTo: ['*'],
  },
  ...{ copiesPerDay: '', hour: 17, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, priority: 1 },
  ...{ paper: '', bindingCodes: false, labelsAtScan: '' },
}

const isOwnField = (adapter: Adapter, name: string) => settingFields[adapter].some(({ key }) => key === name)

/** Whether a mistake is in the further settings, which have no field of their own. */
export const isFurtherSetting = (adapter: Adapter, pointer: string): boolean => {
  const [, part, name = ''] = pointer.split('/')
  return part === 'settings' && name !== '' && !isOwnField(adapter, name)
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
  const all = Object.entries(settings)
  const further = all.filter(([key]) => !isOwnField(adapter, key))
  return {
    ...same,
    ...cutOff,
    adapter,
    title: title ?? printer.name,
    settings: Object.fromEntries(
      all.filter(([key]) => isOwnField(adapter, key)).map(([key, one]) => [key, String(one)]),
    ),
    endsOptional: false,
    further: further.length === 0 ? '' : JSON.stringify(Object.fromEntries(further), null, 2),
    unknownOf: further.length === 0 ? null : adapter,
    copiesPerDay: copiesPerDay ?? '',
    paper: paper ?? '',
    labelsAtScan: labelsAtScan ?? '',
  }
}

/**
 * Secrets that were not typed are not sent, and stay; a previous secret ends with a new one, or by its box. Null: the
 * further settings are no JSON object.
 */
export function printerOf(values: Values): NamedPrinter | null {
  const { title, adapter, settings, endsOptional, further, unknownOf, copiesPerDay, hour, timeZone, ...rest } = values
  const { priority, paper, labelsAtScan, ...same } = rest
  const more = hasFurther({ adapter, unknownOf }) ? objectOf(further) : {}
  if (more === null) return null
  const own = Object.entries(settings).filter(([key, text]) => isOwnField(adapter, key) && text.trim() !== '')
  const isEnded = endsOptional || own.some(([key]) => key === 'secret')
  const ended = settingFields[adapter].filter(({ isOptional }) => isOptional && isEnded).map(({ key }) => [key, null])
  return {
    ...same,
    adapter,
    title: [same.name, ''].includes(title.trim()) ? null : title.trim(),
    settings: {
      ...more,
      ...Object.fromEntries(ended),
      ...Object.fromEntries(own.map(([key, text]) => [key, text.trim()])),
    },
    copiesPerDay: copiesPerDay === '' ? null : Number(copiesPerDay),
    cutOff: { hour: Number(hour), timeZone },
    priority: Number(priority),
    paper: (paper || null) as NamedPrinter['paper'],
    labelsAtScan: (labelsAtScan || null) as NamedPrinter['labelsAtScan'],
  }
}

function objectOf(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
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
